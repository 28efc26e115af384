import pg from 'pg'
import { connectionTo } from './connection-to.ts'

/** More than one, since other clients of the same pooler may come in between. */
const LOOKS = 3

class SharedSessions extends Error {
  readonly code = 'SHARED_SESSIONS'

  constructor() {
    super('its sessions are handed from one connection to another')
  }
}

/** Fails behind a pooler that gives each transaction any session: what we prepare, set and LISTEN to belongs to one. */
export async function requireOwnSessions(url: string): Promise<void> {
  const clients = [new pg.Client(connectionTo(url)), new pg.Client(connectionTo(url))] as const
  for (const client of clients) client.on('error', () => {})
  try {
    await Promise.all(clients.map((client) => client.connect()))
    if (!(await keepTheirOwn(...clients))) throw new SharedSessions()
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Asks one client twice in a row: a pooler that hands sessions out in rotation then gives it two different ones. */
async function keepTheirOwn(one: pg.Client, other: pg.Client): Promise<boolean> {
  const ofOne = new Set<number>()
  const ofOther = new Set<number>()
  for (let looks = 0; looks < LOOKS; looks++) {
    ofOne.add(await sessionOf(one))
    ofOne.add(await sessionOf(one))
    ofOther.add(await sessionOf(other))
  }
  return ofOne.size === 1 && ofOther.size === 1 && ofOne.isDisjointFrom(ofOther)
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as id')
  return rows[0].id
}
