import { HOUR_MS } from '../rules/values/durations.ts'

type Picture = Buffer | 'original'

type Entry = { picture: Picture; until: number }

/** A picture that is removed, for example because a customer is erased, is shown no longer than this in any size. */
const MOST_MS_KEPT = HOUR_MS

/** The memory of an entry beside its picture. */
const ENTRY_BYTES = 512

/**
 * A least-recently-used cache of small pictures, within a fixed number of bytes: visitors mostly look at the same ones.
 */
export class RecentPictures {
  readonly #mostBytes: number
  /** A monotonic clock. */
  readonly #now: () => number
  readonly #kept = new Map<string, Entry>()
  #bytes = 0

  constructor(mostBytes: number, now = () => performance.now()) {
    this.#mostBytes = mostBytes
    this.#now = now
  }

  get(name: string): Picture | undefined {
    const entry = this.#kept.get(name)
    if (!entry) return undefined
    if (entry.until <= this.#now()) return this.#drop(name, entry)
    this.#kept.delete(name)
    this.#kept.set(name, entry)
    return entry.picture
  }

  put(name: string, picture: Picture) {
    if (this.#kept.has(name) || bytesOf(picture) > this.#mostBytes) return
    this.#kept.set(name, { picture, until: this.#now() + MOST_MS_KEPT })
    this.#bytes += bytesOf(picture)
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) return
      this.#drop(oldest, old)
    }
  }

  #drop(name: string, { picture }: Entry): undefined {
    this.#kept.delete(name)
    this.#bytes -= bytesOf(picture)
  }
}

const bytesOf = (picture: Picture): number => ENTRY_BYTES + (picture === 'original' ? 0 : picture.length)
