/** Once half of the places are taken, one network may hold at most a quarter of all, to leave room for others. */
export class Places {
  readonly #most: number
  readonly #takenBy = new Map<string, number>()
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  get taken() {
    return this.#taken
  }

  take(network: string): boolean {
    const own = this.#takenBy.get(network) ?? 0
    const isHalfTaken = this.#taken >= this.#most / 2
    if (this.#taken >= this.#most || (isHalfTaken && own >= this.#most / 4)) return false
    this.#taken++
    this.#takenBy.set(network, own + 1)
    return true
  }

  leave(network: string): void {
    this.#taken--
    this.#takenBy.set(network, this.#takenBy.get(network)! - 1)
    if (this.#takenBy.size > this.#most) this.#forgetAbsent()
  }

  /**
   * Drops networks without places, but not at once: most come back soon, and inserting and deleting often grows a Map.
   */
  #forgetAbsent() {
    for (const [network, taken] of this.#takenBy) if (taken === 0) this.#takenBy.delete(network)
  }
}
