/** The pictures made last, within a fixed number of bytes: what visitors look at is mostly the same. */
export class RecentPictures {
  readonly #mostBytes: number
  readonly #kept = new Map<string, Buffer>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get(name: string): Buffer | undefined {
    const picture = this.#kept.get(name)
    if (picture) {
      this.#kept.delete(name)
      this.#kept.set(name, picture)
    }
    return picture
  }

  put(name: string, picture: Buffer) {
    if (this.#kept.has(name) || picture.length > this.#mostBytes) return
    this.#kept.set(name, picture)
    this.#bytes += picture.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) return
      this.#kept.delete(oldest)
      this.#bytes -= length
    }
  }
}
