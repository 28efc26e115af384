export type Claim = () => void

/** A sum of bytes that may be in memory at once; who finds too little left waits, in the order of arrival. */
export class ByteBudget {
  readonly #total: number
  #free: number
  readonly #waiting: { bytes: number; grant: (claim: Claim) => void }[] = []

  constructor(total: number) {
    this.#total = total
    this.#free = total
  }

  /** Resolves with the function that gives the bytes back; calling it twice does no harm. */
  claim(wanted: number): Promise<Claim> {
    const bytes = Math.min(wanted, this.#total)
    return new Promise((grant) => {
      this.#waiting.push({ bytes, grant })
      this.#serve()
    })
  }

  #serve(): void {
    for (let first = this.#waiting[0]; first && first.bytes <= this.#free; first = this.#waiting[0]) {
      this.#waiting.shift()
      this.#free -= first.bytes
      first.grant(this.#claimOf(first.bytes))
    }
  }

  #claimOf(bytes: number): Claim {
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#free += bytes
      this.#serve()
    }
  }
}
