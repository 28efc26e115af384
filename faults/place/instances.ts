import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerProcess, startServerProcess } from '../../harness/app/server-process.ts'
import type { Settings } from './place.ts'

/** Several processes of the service on the same data. */
export class Instances implements AsyncDisposable {
  readonly #settings: Settings
  #running: ServerProcess[] = []
  readonly #deaths: string[] = []
  kills = 0

  private constructor(settings: Settings) {
    this.#settings = settings
  }

  static async start(settings: Settings, count: number): Promise<Instances> {
    const instances = new Instances(settings)
    await Promise.all(Array.from({ length: count }, () => instances.add()))
    return instances
  }

  async add() {
    const started = await startServerProcess(this.#settings)
    this.#running.push(started)
    void started.ended.then((status) => {
      if (!this.#running.includes(started)) return
      this.#running = this.#running.filter((each) => each !== started)
      this.#deaths.push(`An instance ended by itself with ${status}: ${started.stderr().slice(-2000)}`)
    })
  }

  get urls(): string[] {
    return this.#running.map(({ url }) => url)
  }

  get pids(): number[] {
    return this.#running.map(({ pid }) => pid)
  }

  /** Kills instances with SIGKILL at random moments until the time is over. At least one is always running. */
  async killAtRandom(forMs: number, everyMs: number) {
    const until = Date.now() + forMs
    const starting: Promise<void>[] = []
    while (Date.now() < until) {
      await sleep(randomInt(everyMs / 2, everyMs * 1.5))
      if (this.#running.length === 1) continue
      await this.killOne()
      starting.push(this.add())
    }
    await Promise.all(starting)
  }

  async killOne() {
    const victim = this.#running.splice(randomInt(this.#running.length), 1)[0]!
    victim.kill('SIGKILL')
    await victim.ended
    this.kills++
  }

  /** Stops an instance cleanly and starts a new one in its place. Returns the old one's exit status. */
  async restartOne() {
    const leaving = this.#running.shift()!
    leaving.kill('SIGTERM')
    const began = Date.now()
    const status = await leaving.ended
    const tookMs = Date.now() - began
    await this.add()
    return { status, tookMs }
  }

  /** Stops all instances. Returns a problem for each whose exit status is not 0. */
  async stop(): Promise<string[]> {
    const all = this.#running
    this.#running = []
    for (const each of all) each.kill('SIGTERM')
    const problems = await Promise.all(
      all.map(async ({ ended, stderr }) => {
        const status = await ended
        return status === 0 ? [] : [`An instance ended with ${status}: ${stderr().slice(-2000)}`]
      }),
    )
    return [...this.#deaths, ...problems.flat()]
  }

  async [Symbol.asyncDispose]() {
    await Promise.all(this.#running.map((each) => each[Symbol.asyncDispose]()))
  }
}
