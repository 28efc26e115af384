import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { loadSharp } from '../../images/check-image.ts'
import { FairQueue } from '../../images/fair-queue.ts'
import type { LentMemory } from './body-memory.ts'
import type { BodyJob } from './body-worker.ts'
import type { BodyDone, ParseJob } from './parse-body.ts'

const MOST_HEAP_MB = 512

const TOO_LARGE: BodyDone = { parsed: { refusal: 'body_too_large' }, sha256: undefined }

type Running = { worker: Worker; ended: AbortSignal }

/** Parses large bodies beside the main thread: one worker, one body at a time, with owners taking turns. */
export class BodyThread {
  readonly #mostHeapMb: number
  #running: Running | undefined
  readonly #queue = new FairQueue()

  constructor({ mostHeapMb = MOST_HEAP_MB } = {}) {
    this.#mostHeapMb = mostHeapMb
  }

  /** Answers `body_too_large` also where parsing needs more heap than the thread may have. */
  parse(lent: LentMemory, size: number, job: ParseJob): Promise<BodyDone> {
    return this.#queue.take(job.whose, () => this.#run({ ...job, memory: lent.memory, size }))
  }

  async close(): Promise<void> {
    await this.#queue.allDone()
    await this.#running?.worker.terminate()
  }

  async #run(job: BodyJob): Promise<BodyDone> {
    this.#running ??= start(this.#mostHeapMb)
    const { worker, ended } = this.#running
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

function start(mostHeapMb: number): Running {
  // The main thread must hold sharp's library before a worker does, or a second worker could not load it.
  loadSharp()
  const worker = new Worker(new URL('./body-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
  })
  const ended = new AbortController()
  worker.on('error', () => {})
  worker.on('exit', () => ended.abort())
  return { worker, ended: ended.signal }
}
