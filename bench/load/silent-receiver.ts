// Sellers' servers that accept connections and never answer.
import { type AddressInfo, createServer } from 'node:net'

const server = createServer((socket) => socket.on('error', () => {}))
server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, () =>
  console.log(`listening on :${(server.address() as AddressInfo).port}`),
)
process.once('SIGTERM', () => process.exit(0))
