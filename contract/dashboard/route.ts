/** The values that a request may carry, by the name of their kind; a kind that ends in `?` may be left out. */
type Kinds = {
  string: string
  integer: number
  boolean: boolean
  strings: string[]
  rows: string[][]
  /** Any value: the product rules check it, field by field. */
  field: unknown
}

/** The fields' values when the form was opened. If they have changed since, the edit is refused. */
export const WAS = { was: 'field?' } as const satisfies Record<string, 'field?'>

export type Kind = keyof Kinds
export type Fields = Readonly<Record<string, Kind | `${Kind}?`>>

/** What a request with these fields carries, as TypeScript sees it. */
type Sent<F extends Fields> = {
  -readonly [Name in keyof F as F[Name] extends `${string}?` ? never : Name]: F[Name] extends Kind
    ? Kinds[F[Name]]
    : never
} & {
  -readonly [Name in keyof F as F[Name] extends `${string}?`
    ? Name
    : never]?: F[Name] extends `${infer K extends Kind}?` ? Kinds[K] : never
}

export const ROLES = ['owner', 'manager', 'staff'] as const
export type Role = (typeof ROLES)[number]

/** ROLES is ordered from the role that may do everything down to the one that may do least. */
export const roleAllows = (has: Role, least: Role): boolean => ROLES.indexOf(has) <= ROLES.indexOf(least)

/** Who may call a route: anyone, any signed-in person, or members of the store in the path from this role upwards. */
export type Access = 'anyone' | 'person' | Role

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Follows `/dashboard/api`. `:store` is the store that the caller must be a member of. */
  readonly path: string
  readonly access: Access
  readonly query?: Fields
  readonly body?: Fields
  /** The body may be as large as a product with all its images. */
  readonly carriesImages?: true
  /** The body's limit in bytes, where the 64 KB of a form are too few. */
  readonly mostBytes?: number
  /** Only a type: see `answers`. */
  readonly answer: unknown
}

/** Carries the type of an answer through a table that otherwise holds plain data. */
export const answers = <Answer>(): Answer => undefined as Answer

type Names<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Names<Head> | Names<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never

type Params<R extends Route> = { [Name in Names<R['path']>]: string }
type Query<R extends Route> = R extends { query: infer F extends Fields } ? Sent<F> : unknown
type Body<R extends Route> = R extends { body: infer F extends Fields } ? Sent<F> : unknown

/** Path, query and body in one object: their names do not collide. */
export type Input<R extends Route> = Params<R> & Query<R> & Body<R>
export type Answer<R extends Route> = R['answer']

/** One page of a list. The caller passes `next` as `after` to get the next page; it is null at the end. */
export interface Page<Item> {
  items: Item[]
  /** May be set although the page is short: a filtered query scans a bounded number of rows per request. */
  next: string | null
}

/** The empty answer of a request that succeeded. */
export type Done = Record<string, never>
