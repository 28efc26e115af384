import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { loadSharp } from '../images/check-image.ts'
import type { BodyDone, BodyJob } from './body-worker.ts'
import type { Room } from './rooms.ts'

const MOST_HEAP_MB = 512

const TOO_LARGE: BodyDone = { parsed: { refusal: 'body_too_large' }, sha256: '' }

type Running = { worker: Worker; ended: AbortSignal }

/** The one thread that takes large bodies apart, one after the other, while the main thread stays free. */
export class BodyThread {
  readonly #mostHeapMb: number
  #running: Running | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor({ mostHeapMb = MOST_HEAP_MB } = {}) {
    this.#mostHeapMb = mostHeapMb
  }

  /** Too large is also what needs more memory than the thread may have. */
  parse(room: Room, size: number, fields: readonly string[]): Promise<BodyDone> {
    const done = this.#turn.then(() => this.#run(room, size, fields))
    this.#turn = done.catch(() => {})
    return done
  }

  async close(): Promise<void> {
    await this.#turn
    await this.#running?.worker.terminate()
  }

  async #run(room: Room, size: number, fields: readonly string[]): Promise<BodyDone> {
    this.#running ??= await start(this.#mostHeapMb)
    const { worker, ended } = this.#running
    const job: BodyJob = { memory: room.memory, size, fields }
    worker.ref()
    try {
      worker.postMessage(job)
      const [done] = await once(worker, 'message', { signal: ended })
      return done
    } catch (error) {
      this.#running = undefined
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return TOO_LARGE
      throw error
    } finally {
      worker.unref()
    }
  }
}

async function start(mostHeapMb: number): Promise<Running> {
  // The main thread must hold sharp's library before a worker does, or a second worker could not load it.
  await loadSharp()
  const worker = new Worker(new URL('./body-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
  })
  const ended = new AbortController()
  worker.on('error', () => {})
  worker.on('exit', () => ended.abort())
  return { worker, ended: ended.signal }
}
