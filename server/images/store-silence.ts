import { Readable } from 'node:stream'
import { ImageStoreUnavailable } from './image-store.ts'
import { heard } from './s3-answer.ts'

/**
 * Gives up on a store that says nothing for too long while we listen. How fast a file comes otherwise depends on who
 * wants it.
 */
export class StoreSilence {
  readonly #mostMs: number
  readonly #limit = new AbortController()
  readonly signal = this.#limit.signal

  constructor(mostMs: number) {
    this.#mostMs = mostMs
  }

  async endWithin<T>(answer: Promise<T>): Promise<T> {
    const giveUp = () => this.#limit.abort(new ImageStoreUnavailable('The image store is silent'))
    const timer = setTimeout(giveUp, this.#mostMs)
    try {
      return await answer
    } finally {
      clearTimeout(timer)
    }
  }

  /** Listens only while somebody wants more. */
  streamOf(body: ReadableStream<Uint8Array>): Readable {
    const reader = body.getReader()
    const next = () => this.endWithin(heard(reader.read()))
    return new Readable({
      read() {
        next().then(
          ({ value }) => this.push(value ?? null),
          (error) => this.destroy(error),
        )
      },
      destroy(error, done) {
        reader.cancel().then(
          () => done(error),
          () => done(error),
        )
      },
    })
  }
}
