import { type Compilable, type Kysely, sql as raw } from 'kysely'
import type { Dialect, Prepared, Queries } from './engine.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { Schema } from './schema.ts'

export type Sql = Kysely<Schema>

type Builder<P, R> = (sql: Sql, p: P, dialect: Dialect) => Compilable<R>

export interface Statement<P, R> {
  all(db: Queries, p: P): MaybePromise<R[]>
  first(db: Queries, p: P): MaybePromise<R | undefined>
  /** Returns nothing; a failure may show as late as at the commit. */
  run(db: Queries, p: P): Promise<void>
}

/** Stands for a value while the query is compiled; the real one takes its place at each run. */
class Blank {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const blanks = new Proxy({}, { get: (_, name) => new Blank(String(name)) })

interface Compiled {
  prepared: Prepared
  bind(p: object): unknown[]
}

let named = 0

/**
 * A query that is built and compiled once per engine and then only bound: building costs more than running it.
 * The builder sees blanks instead of values, so it must not look at them.
 */
export function statement<P extends object, R>(
  build: Builder<P, R>,
  how: Pick<Prepared, 'together'> = {},
): Statement<P, R> {
  const name = `haat_${++named}`
  const kept = new Map<Dialect, Compiled>()

  function compiled(dialect: Dialect): Compiled {
    const found = kept.get(dialect)
    if (found) return found
    const made = compile(build(dialect.builder, blanks as P, dialect), name, how)
    kept.set(dialect, made)
    return made
  }
  return {
    all: (db, p) => {
      const { prepared, bind } = compiled(db.dialect)
      return db.rows(prepared, bind(p)) as MaybePromise<R[]>
    },
    first: (db, p) => {
      const { prepared, bind } = compiled(db.dialect)
      return db.first(prepared, bind(p)) as MaybePromise<R | undefined>
    },
    run: async (db, p) => {
      const { prepared, bind } = compiled(db.dialect)
      await db.write(prepared, bind(p))
    },
  }
}

/** One statement for each number of rows that are written together, each compiled once. */
export function statementPerCount<P extends object>(
  build: (sql: Sql, p: P, indexes: number[]) => Compilable<unknown>,
): (count: number) => Statement<P, unknown> {
  return statementPer((count: number) => {
    const indexes = Array.from({ length: count }, (_, i) => i)
    return (sql, p: P) => build(sql, p, indexes)
  })
}

const MOST_SHAPES = 200

/**
 * One statement for each shape of what is written, such as the set of columns that change. The first shapes are
 * compiled once and kept, further ones at each use, so that a client that sends ever new shapes fills neither our
 * memory nor the database's.
 */
export function statementPer<Shape, P extends object, R>(
  build: (shape: Shape) => Builder<P, R>,
): (shape: Shape) => Statement<P, R> {
  const made = new Map<Shape, Statement<P, R>>()
  return (shape) => {
    const known = made.get(shape)
    if (known) return known
    if (made.size === MOST_SHAPES) return unkept(build(shape))
    const fresh = statement(build(shape))
    made.set(shape, fresh)
    return fresh
  }
}

function unkept<P extends object, R>(build: Builder<P, R>): Statement<P, R> {
  const all = (db: Queries, p: P) => rowsOf(db, (sql, dialect) => build(sql, p, dialect))
  return {
    all,
    first: async (db, p) => (await all(db, p))[0],
    run: async (db, p) => void (await all(db, p)),
  }
}

/** Runs a query that is different each time, such as a filtered list. */
export async function rowsOf<R>(
  db: Queries,
  build: (sql: Sql, dialect: Dialect) => Compilable<R>,
): Promise<R[]> {
  const { prepared, bind } = compile(build(db.dialect.builder, db.dialect), undefined, {})
  return (await db.rows(prepared, bind({}))) as R[]
}

/**
 * A value written into the query's text. Where it decides whether a partial index can be used, it must not be bound:
 * SQLite would compile the query anew at each run, and PostgreSQL could not keep its plan.
 */
export const literal = <T>(value: T) => raw.lit(value)

/** The named columns of a row to be written. Works on the blanks that a builder of `statement` sees. */
export function pick<P extends object, K extends keyof P>(p: P, names: readonly K[]): Pick<P, K> {
  return Object.fromEntries(names.map((name) => [name, p[name]])) as Pick<P, K>
}

function compile(query: Compilable, name: string | undefined, how: Pick<Prepared, 'together'>): Compiled {
  const { sql, parameters, query: node } = query.compile()
  const prepared = {
    sql,
    reads: node.kind === 'SelectQueryNode' && !/ for (update|no key update|key share)/.test(sql),
    name,
    ...how,
  }
  const slots = parameters.map((value) => (value instanceof Blank ? value.name : undefined))
  return {
    prepared,
    bind: (p) =>
      parameters.map((value, i) => {
        const slot = slots[i]
        return slot === undefined ? value : (p as Record<string, unknown>)[slot]
      }),
  }
}
