type Picture = Buffer | 'original'

/** What an entry takes beside its picture. */
const ENTRY_BYTES = 512

/** The pictures made last, within a fixed number of bytes: what visitors look at is mostly the same. */
export class RecentPictures {
  readonly #mostBytes: number
  readonly #kept = new Map<string, Picture>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get(name: string): Picture | undefined {
    const picture = this.#kept.get(name)
    if (picture) {
      this.#kept.delete(name)
      this.#kept.set(name, picture)
    }
    return picture
  }

  put(name: string, picture: Picture) {
    if (this.#kept.has(name) || bytesOf(picture) > this.#mostBytes) return
    this.#kept.set(name, picture)
    this.#bytes += bytesOf(picture)
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) return
      this.#kept.delete(oldest)
      this.#bytes -= bytesOf(old)
    }
  }
}

const bytesOf = (picture: Picture): number => ENTRY_BYTES + (picture === 'original' ? 0 : picture.length)
