import { Readable } from 'node:stream'
import { ImageStoreUnavailable } from './image-store.ts'
import { orUnavailable } from './s3-answer.ts'

/**
 * Gives up on a store that sends nothing for too long while we wait for it. The speed of a file is not limited
 * otherwise: it depends on the client that fetches it.
 */
export class StoreSilence {
  readonly #mostMs: number
  readonly #limit = new AbortController()
  readonly signal = this.#limit.signal

  constructor(mostMs: number) {
    this.#mostMs = mostMs
  }

  async endWithin<T>(answer: Promise<T>): Promise<T> {
    const giveUp = () => this.#limit.abort(new ImageStoreUnavailable('The image store does not respond'))
    const timer = setTimeout(giveUp, this.#mostMs)
    try {
      return await answer
    } finally {
      clearTimeout(timer)
    }
  }

  /** The time limit runs only while the reader wants more. */
  streamOf(body: ReadableStream<Uint8Array>): Readable {
    const reader = body.getReader()
    const next = () => this.endWithin(orUnavailable(reader.read()))
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
