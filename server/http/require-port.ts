import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Fails as listening there would. To be asked before anything is opened: whoever cannot listen must not have migrated the
 * data of the service that does. What takes the port after this is found when listening.
 */
export async function requirePort(port: number, host: string): Promise<void> {
  if (port === 0) return
  const probe = createServer((socket) => socket.destroy()).listen({ port, host })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
