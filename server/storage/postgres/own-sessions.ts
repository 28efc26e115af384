import pg from 'pg'
import { connectionTo } from './connection-to.ts'

/** Others who use the same pooler may come in between. */
const LOOKS = 3

class SharedSessions extends Error {
  readonly code = 'SHARED_SESSIONS'

  constructor() {
    super('two connections at once were given the same session')
  }
}

/** What is prepared, set and listened to is of a session: fails where a pooler gives each transaction any of them. */
export async function requireOwnSessions(url: string): Promise<void> {
  const clients = [new pg.Client(connectionTo(url)), new pg.Client(connectionTo(url))]
  for (const client of clients) client.on('error', () => {})
  try {
    await Promise.all(clients.map((client) => client.connect()))
    for (let looks = 0; looks < LOOKS; looks++) {
      const sessions = new Set<number>()
      for (const client of clients) sessions.add(await sessionOf(client))
      if (sessions.size < clients.length) throw new SharedSessions()
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as id')
  return rows[0].id
}
