import { once } from 'node:events'
import { type AddressInfo, connect, createServer, isIPv6 } from 'node:net'

/**
 * Fails as listening there would. To be asked before anything is opened: whoever cannot listen must not have migrated the
 * data of the service that does. What takes the port after this is found when listening.
 *
 * Nobody listens there for that, not for a moment: a proxy that asks again and again whether we are back would find
 * somebody, and lose what it sends. The port is taken as the near end of a connection instead, to another port of ours.
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

/** Not every system connects to the address that stands for all of its own. */
function reachable(address: string): string {
  if (address !== '0.0.0.0' && address !== '::') return address
  return isIPv6(address) ? '::1' : '127.0.0.1'
}
