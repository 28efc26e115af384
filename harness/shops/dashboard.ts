import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import type { Answer, Input, Role, Route } from '../../contract/dashboard/route.ts'
import { DASHBOARD_API, ROUTES, type RouteName } from '../../contract/dashboard.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { insertMember } from '../../server/storage/accounts/members.ts'
import { insertPerson } from '../../server/storage/accounts/people.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { TestApp } from '../app/app.ts'
import { send } from '../app/send.ts'

type Table = typeof ROUTES
export const PASSWORD = 'a lamp of brass'

interface DashboardAnswer<Body> {
  status: number
  body: Body
  headers: Headers
}

/** Calls the dashboard's endpoints as a browser does, with cookies. Routes are named as in the route table. */
export function newDashboardClient(app: Pick<TestApp, 'url'>, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  const session = () => cookies.get('session') ?? ''
  async function sendWithCookies(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ) {
    const reply = await send(app.url + path, {
      method,
      headers: {
        cookie: [...cookies.values()].join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'sec-fetch-site': 'same-origin',
        ...headers,
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const given of reply.headers.getSetCookie()) {
      const name = /haat_(\w+)=/.exec(given)![1]!
      if (/Max-Age=0/.test(given)) cookies.delete(name)
      else cookies.set(name, given.split(';')[0]!)
    }
    return reply
  }

  async function call<Name extends RouteName>(
    name: Name,
    input: Input<Table[Name]>,
    more: Record<string, string> = {},
  ): Promise<
    DashboardAnswer<Answer<Table[Name]> & { error?: string; code?: string; fields?: Record<string, string> }>
  > {
    const { method, path, body } = requestOf(ROUTES[name], input as Record<string, unknown>)
    const { status, headers, text } = await sendWithCookies(method, path, body, more)
    const isJson = headers.get('content-type')?.startsWith('application/json')
    return { status, body: isJson ? JSON.parse(text) : text, headers }
  }

  return {
    send: sendWithCookies,
    call,
    /** Calls and expects success. */
    async ask<Name extends RouteName>(name: Name, input: Input<Table[Name]>): Promise<Answer<Table[Name]>> {
      const { status, body } = await call(name, input)
      assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
      return body
    },
    /** The session cookie. */
    get cookie() {
      return session()
    },
    set cookie(value: string) {
      cookies.set('session', value)
    },
  }
}

export type DashboardClient = ReturnType<typeof newDashboardClient>

export function requestOf(route: Route, input: Record<string, unknown>) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(input[name]))
  const query = new URLSearchParams()
  for (const name of Object.keys(route.query ?? {})) {
    if (input[name] !== undefined) query.set(name, String(input[name]))
  }
  const body =
    route.body &&
    Object.fromEntries(
      Object.keys(route.body).flatMap((name) => (name in input ? [[name, input[name]]] : [])),
    )
  return { method: route.method, path: `${DASHBOARD_API}${path}${query.size > 0 ? `?${query}` : ''}`, body }
}

let people = 0

/** The hash of PASSWORD at the lowest cost. At the usual cost, each of hundreds of accounts takes 50 ms or more. */
const PASSWORD_HASH = cheapHash(PASSWORD)

function cheapHash(message: string) {
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const nonce = Buffer.alloc(16)
  const tag = argon2Sync('argon2id', { ...cost, message, nonce, tagLength: 32 })
  return ['argon2id', ...Object.values(cost), nonce.toString('base64'), tag.toString('base64')].join('$')
}

/** A signed-in person, made without the confirmation mail and the rate limits on sign-up. */
export async function newPerson(
  app: Pick<TestApp, 'world' | 'url'>,
  name = 'Asha',
  { email = `person${++people}@example.com`, userAgent = 'test' } = {},
) {
  const { db, newId, now } = app.world
  const id = newId()
  await insertPerson(db, { id, name, email, password_hash: PASSWORD_HASH, created_at: now() })
  const token = await openSession(db, app.world, id, { userAgent })
  const browser = newDashboardClient(app)
  browser.cookie = `haat_session=${token}`
  return { call: browser.call, ask: browser.ask, send: browser.send, browser, email, name, id }
}

export type Somebody = Awaited<ReturnType<typeof newPerson>>

/** A person with a store of their own. */
export async function newOwner(app: TestApp, storeName = 'Lamps of Jaipur') {
  const owner = await newPerson(app)
  const { store_id } = await owner.ask('createStore', { name: storeName })
  return { ...owner, store: store_id }
}

/** Makes a person a member of a store without an invitation mail. */
export const join = (app: Pick<TestApp, 'world'>, store: string, person: Somebody, role: Role) =>
  insertMember(app.world.db, { store_id: store, person_id: person.id, role, since: app.world.now() })

/** The link in the newest letter (a mail not about an order) to an address. */
export async function letterTo(app: TestApp, email: string) {
  const rows = await rowsOf(app.world.db, (sql) =>
    sql.selectFrom('letters').selectAll().where('recipient', '=', email).orderBy('created_at'),
  )
  const letter = rows.at(-1)
  if (!letter) return undefined
  // The mail worker may have dropped its content, as for an invitation that a newer one replaced. It still counts.
  const content = letter.data ? JSON.parse(app.world.vault.open(letter.data)) : {}
  const token = content.button?.url.split('#')[1] as string | undefined
  return {
    subject: letter.subject,
    count: rows.length,
    url: content.button?.url as string,
    token: token ?? '',
  }
}
