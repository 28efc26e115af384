import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import fastify, { type FastifyInstance } from 'fastify'
import { goodCertificate } from '../../harness/servers/receiver.ts'
import { closeConnectionsOnStop } from '../../server/http/connections/close-connections.ts'

test('a handshake that was never finished does not hold up the stop', { timeout: 30_000 }, async () => {
  const https = { ...goodCertificate, handshakeTimeout: 600_000 }
  const app = fastify({ https } as object) as FastifyInstance
  closeConnectionsOnStop(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const made = once(app.server, 'connection')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {}).write(Buffer.from('160301', 'hex'))
  await made
  await app.close()
  if (!socket.closed) await once(socket, 'close')
})
