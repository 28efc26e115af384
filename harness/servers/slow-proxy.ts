import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Pace = {
  /** What each message takes on its way there, and again on its way back. */
  delayMs?: number
  /** What a new connection waits before anything passes. */
  firstDelayMs?: number
}

/** Stands between us and the server of a URL, and lets everything through late, nothing at all while it hangs, or ends it. */
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
    /** Holds what begins so; everything, unless something is said. */
    hang(beginning = '') {
      held = beginning
      const { promise, resolve } = Promise.withResolvers<void>()
      resumed = promise
      resume = resolve
    },
    resume: () => resume(),
    /** Ends the next connection that brings what begins so, one for each. */
    cut(...beginnings: string[]) {
      unheard = beginnings
    },
    /** It has ended them since. */
    hasCut: () => unheard.length === 0,
    async [Symbol.asyncDispose]() {
      resume()
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
