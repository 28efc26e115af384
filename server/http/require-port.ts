import { once } from 'node:events'
import { type AddressInfo, connect, createServer, isIPv6 } from 'node:net'

/**
 * Throws the error that listening on the port would throw. Called before anything is opened, because a process that
 * cannot listen must not migrate the data of one that does. A port that is taken later fails at listening.
 *
 * It does not listen on the port, not even for a moment: a proxy that keeps checking whether we are back would connect,
 * and lose its request. Instead it binds the port as the local end of a connection to another port of its own.
 */
export async function requirePort(port: number, host: string): Promise<void> {
  if (port === 0) return
  const farEnd = createServer((socket) => socket.destroy()).listen({ port: 0, host })
  await once(farEnd, 'listening')
  try {
    const far = farEnd.address() as AddressInfo
    const nearEnd = connect({
      host: reachable(far.address),
      port: far.port,
      localAddress: far.address,
      localPort: port,
    })
    await once(nearEnd, 'connect')
    nearEnd.resetAndDestroy()
    await once(nearEnd, 'close')
  } finally {
    farEnd.close()
  }
}

/** Not every system can connect to the wildcard address. */
function reachable(address: string): string {
  if (address !== '0.0.0.0' && address !== '::') return address
  return isIPv6(address) ? '::1' : '127.0.0.1'
}
