import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Pace = {
  /** The delay of each message, in either direction. */
  delayMs?: number
  /** How long a new connection waits before it passes anything on. */
  firstDelayMs?: number
}

/** A proxy before the server of a URL. It delays messages, holds them back while it hangs, or cuts connections. */
export async function startSlowProxy(target: string, pace: Pace = {}) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let resumed = Promise.resolve()
  let resume = () => {}
  let held = ''
  let unheard: string[] = []

  const pass = (from: Socket, to: Socket, begun: Promise<unknown>) => {
    sockets.add(from)
    let last = begun
    from.on('data', (bytes) => {
      const cut = unheard.find((beginning) => bytes.toString('latin1').startsWith(beginning))
      if (cut !== undefined) {
        unheard = unheard.filter((beginning) => beginning !== cut)
        from.destroy()
        return
      }
      const due = sleep(pace.delayMs ?? 0)
      last = Promise.all([last, due])
        .then(() => (bytes.toString('latin1').startsWith(held) ? resumed : undefined))
        .then(() => to.write(bytes))
    })
    from.on('error', () => {}).on('close', () => to.destroy())
  }
  const server = createServer((caller) => {
    const callee = connect(Number(port), hostname)
    const begun = sleep(pace.firstDelayMs ?? 0)
    pass(caller, callee, begun)
    pass(callee, caller, begun)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    pace,
    /** Holds back the messages that begin like this; without an argument, all of them. */
    hang(beginning = '') {
      held = beginning
      const { promise, resolve } = Promise.withResolvers<void>()
      resumed = promise
      resume = resolve
    },
    resume: () => resume(),
    /** For each of these beginnings, cuts the next connection that sends a message with it. */
    cut(...beginnings: string[]) {
      unheard = beginnings
    },
    /** Whether all these connections have been cut. */
    hasCut: () => unheard.length === 0,
    async [Symbol.asyncDispose]() {
      resume()
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
