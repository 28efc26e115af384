import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { type PrivateServer, startPrivateServer } from './private-server.ts'
import { redisProgram } from './programs.ts'

/** A Redis of our own, without persistence. Options are those of its command line. */
export function startRedis(options: string[] = []): Promise<PrivateServer> {
  if (!redisProgram) throw new Error('redis-server was not found.')
  const password = randomBytes(16).toString('hex')
  return startPrivateServer({
    prepare: `umask 077 && printf 'requirepass %s\\nbind 127.0.0.1\\nsave ""\\ndatabases 1024\\n' "$SECRET" > redis.conf`,
    command: () => [redisProgram!, 'redis.conf', ...options, '--port'],
    stopSignal: 'TERM',
    url: (port) => `redis://:${password}@127.0.0.1:${port}/0`,
    answers: acceptsConnections,
    env: { SECRET: password },
  })
}

function acceptsConnections(url: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
