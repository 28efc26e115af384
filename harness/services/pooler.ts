import { canConnect, unprivilegedUser } from './postgres-server.ts'
import { startPrivateServer } from './private-server.ts'
import { poolerProgram } from './programs.ts'

const PREPARE = `
umask 077
printf '"%s" "%s"\\n' "$USER_NAME" "$SECRET" > users
`

const START = `
cat > pooler.ini <<END
[databases]
* = host=$SERVER port=$SERVER_PORT
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $1
unix_socket_dir =
auth_type = plain
auth_file = users
pool_mode = $POOL_MODE
server_round_robin = $IN_TURN
server_login_retry = 1
max_client_conn = $MOST
END
exec "$POOLER" pooler.ini
`

type Mode = 'session' | 'transaction' | 'statement'

/** A PgBouncer before that database's server. It hands out the last used session, or with `inTurn` each in turn. */
export function startPooler(databaseUrl: string, mode: Mode, { inTurn = false, most = 100 } = {}) {
  if (!poolerProgram) throw new Error('pgbouncer was not found.')
  const { hostname, port, username, password } = new URL(databaseUrl)
  return startPrivateServer({
    prepare: PREPARE,
    command: () => ['sh', '-c', START, 'pooler'],
    stopSignal: 'TERM',
    url: (own) => Object.assign(new URL(databaseUrl), { port: own }).href,
    answers: canConnect,
    env: {
      POOLER: poolerProgram,
      POOL_MODE: mode,
      IN_TURN: inTurn ? '1' : '0',
      MOST: String(most),
      SERVER: hostname,
      SERVER_PORT: port,
      USER_NAME: username,
      SECRET: password,
    },
    user: process.getuid?.() === 0 ? unprivilegedUser() : undefined,
  })
}
