import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { SIZES } from '../rules/images/picture-sizes.ts'
import type { ImageStore } from './image-store.ts'
import { RecentPictures } from './recent-pictures.ts'
import { smallPicture } from './small-picture.ts'

const MOST_BYTES_KEPT = 32 * 1024 * 1024
const MOST_IN_MAKING = 20
const MOST_MS_TO_READ = 10_000

/**
 * `busy` where too many are being made, or this one failed: the original is served, and a later request may succeed.
 */
type Made = Buffer | 'original' | 'missing' | 'busy'

/**
 * Makes each picture once for all requests at the same time. The number of pictures in the making is limited before an
 * original is read, so that visitors cost the memory of only that many originals. One is made at a time, so that they
 * cost one thread.
 */
export class SmallPictures {
  readonly #images: ImageStore
  readonly #tell: (error: unknown, path: string) => void
  readonly #recent = new RecentPictures(MOST_BYTES_KEPT)
  readonly #inMaking = new Map<string, Promise<Made>>()
  #turn: Promise<unknown> = Promise.resolve()

  /** Failures go to `tell`, and the original is served. */
  constructor(images: ImageStore, tell: (error: unknown, path: string) => void = () => {}) {
    this.#images = images
    this.#tell = tell
  }

  /** `size`: the name of one of SIZES. */
  get(path: string, size: string): Made | Promise<Made> {
    const name = `${size}/${path}`
    const known = this.#recent.get(name) ?? this.#inMaking.get(name)
    if (known) return known
    if (this.#inMaking.size >= MOST_IN_MAKING) return 'busy'
    const made = this.#make(path, size).finally(() => this.#inMaking.delete(name))
    this.#inMaking.set(name, made)
    return made
  }

  async #make(path: string, size: string): Promise<Made> {
    const file = await this.#images.read(path)
    if (!file) return 'missing'
    try {
      const original = await buffer(addAbortSignal(AbortSignal.timeout(MOST_MS_TO_READ), file.stream))
      const made = await this.#inTurn(() => smallPicture(original, SIZES[size]!))
      this.#recent.put(`${size}/${path}`, made)
      return made
    } catch (error) {
      this.#tell(error, path)
      return 'busy'
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }
}
