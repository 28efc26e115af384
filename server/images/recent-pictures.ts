import { HOUR_MS } from '../rules/values/durations.ts'

type Picture = Buffer | 'original'

type Entry = { picture: Picture; until: number }

/** Whatever is swept, as when a customer is erased, is shown no longer than that in any size. */
const MOST_MS_KEPT = HOUR_MS

/** What an entry takes beside its picture. */
const ENTRY_BYTES = 512

/** The pictures made last, within a fixed number of bytes: what visitors look at is mostly the same. */
export class RecentPictures {
  readonly #mostBytes: number
  /** By a clock that only runs. */
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
