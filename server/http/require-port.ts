import { once } from 'node:events'
import { type AddressInfo, connect, createServer, isIPv6 } from 'node:net'

/**
 * Fails as listening on the port would. Asked before anything is opened: a process that cannot listen must not migrate
 * the data of the one that does. A port that is taken after this is found out when listening.
 *
 * It does not listen for that, not even for a moment: a proxy that keeps asking whether we are back would find
 * somebody, and lose what it sends. Instead the port is the near end of a connection to another port of ours.
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
