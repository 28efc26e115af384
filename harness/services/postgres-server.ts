import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type PrivateServer, startPrivateServer } from './private-server.ts'
import { postgresPrograms } from './programs.ts'

/** Quick rather than durable: the data of a test need not survive a loss of power, only a crash. */
const FOR_TESTS = {
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  jit: 'off',
}

// Most databases in use sort words as people do, not byte by byte; PostgreSQL 14 cannot without the system's help.
const PREPARE = `
initialise() {
  "$INITDB" -D data -U postgres --pwfile=password --auth=md5 --encoding=UTF8 --no-sync --no-locale "$@"
}
umask 077
printf %s "$SECRET" > password
initialise --locale-provider=icu --icu-locale=en || initialise
`

/** One that speaks German, where its translations are installed. Elsewhere than on Linux the locale may have another name. */
export const startForeignPostgres = () =>
  startPostgres(process.platform === 'linux' ? { lc_messages: 'C.UTF-8' } : {}, { LANGUAGE: 'de' })

/**
 * A PostgreSQL of our own; `settings` go over those for tests, such as `{ fsync: 'on' }`. It is stopped at once, as by a
 * crash, unless it shall stop as `pg_ctl stop` does: by INT.
 */
export function startPostgres(
  settings: Record<string, string> = {},
  env: Record<string, string> = {},
  stopSignal: 'QUIT' | 'INT' = 'QUIT',
): Promise<PrivateServer> {
  if (!postgresPrograms) throw new Error('initdb and postgres were not found.')
  const fixed = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const options = Object.entries({ ...FOR_TESTS, ...settings, ...fixed })
  // Others on this machine can reach the port, and a superuser can run programs: hence a password. MD5 is enough for
  // it, and halves what each of thousands of connections costs.
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
