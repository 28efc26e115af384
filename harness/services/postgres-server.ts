import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type PrivateServer, startPrivateServer } from './private-server.ts'
import { postgresPrograms } from './programs.ts'

/** Fast rather than durable: the data of a test must survive a crash, but not a loss of power. */
const FOR_TESTS = {
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  jit: 'off',
}

// Most databases in use sort by locale, not byte by byte. PostgreSQL 14 needs a locale of the system for that.
const PREPARE = `
initialise() {
  "$INITDB" -D data -U postgres --pwfile=password --auth=md5 --encoding=UTF8 --no-sync --no-locale "$@"
}
umask 077
printf %s "$SECRET" > password
initialise --locale-provider=icu --icu-locale=en || initialise
`

/** One with German messages, where its translations are installed. Outside Linux the locale's name may differ. */
export const startForeignPostgres = () =>
  startPostgres(process.platform === 'linux' ? { lc_messages: 'C.UTF-8' } : {}, { LANGUAGE: 'de' })

/**
 * A PostgreSQL of our own. `settings` override those for tests, such as `{ fsync: 'on' }`. By default it stops at once,
 * as in a crash; with `INT` it stops as `pg_ctl stop` does.
 */
export function startPostgres(
  settings: Record<string, string> = {},
  env: Record<string, string> = {},
  stopSignal: 'QUIT' | 'INT' = 'QUIT',
): Promise<PrivateServer> {
  if (!postgresPrograms) throw new Error('initdb and postgres were not found.')
  const fixed = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const options = Object.entries({ ...FOR_TESTS, ...settings, ...fixed })
  // Other users of this machine can reach the port, and a superuser can run programs: hence a password. MD5 is enough
  // for it, and halves the cost of each of thousands of connections.
  const password = randomBytes(16).toString('hex')
  return startPrivateServer({
    prepare: PREPARE,
    command: (folder) => [
      join(postgresPrograms!, 'postgres'),
      ...['-D', join(folder, 'data')],
      ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      '-p',
    ],
    stopSignal,
    url: (port) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    answers: canConnect,
    env: { ...env, INITDB: join(postgresPrograms, 'initdb'), SECRET: password },
    user: process.getuid?.() === 0 ? unprivilegedUser() : undefined,
  })
}

export async function canConnect(connectionString: string) {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

/** PostgreSQL refuses to run as root. */
export function unprivilegedUser() {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = ['postgres:', 'nobody:']
    .map((start) => lines.find((entry) => entry.startsWith(start)))
    .find(Boolean)
  if (!line)
    throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody".')
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
