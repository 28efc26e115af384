import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { loadSharp } from '../images/check-image.ts'
import type { BodyDone, BodyJob } from './body-worker.ts'

const MOST_HEAP_MB = 512

type Running = { worker: Worker; ended: AbortSignal }

/** The one thread that takes large bodies apart, one after the other, while the main thread stays free. */
export class BodyThread {
  readonly #mostHeapMb: number
  #running: Running | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor({ mostHeapMb = MOST_HEAP_MB } = {}) {
    this.#mostHeapMb = mostHeapMb
  }

  /** Undefined where the body needs more memory than is set aside for it. The bytes are handed over, not copied. */
  parse(job: BodyJob): Promise<BodyDone | undefined> {
    const done = this.#turn.then(() => this.#run(job))
    this.#turn = done.catch(() => {})
    return done
  }

  async close(): Promise<void> {
    await this.#turn
    await this.#running?.worker.terminate()
  }

  async #run(job: BodyJob): Promise<BodyDone | undefined> {
    this.#running ??= await start(this.#mostHeapMb)
    const { worker, ended } = this.#running
    worker.ref()
    try {
      worker.postMessage(job, [job.bytes.buffer as ArrayBuffer])
      const [done] = await once(worker, 'message', { signal: ended })
      return done
    } catch (error) {
      this.#running = undefined
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined
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
