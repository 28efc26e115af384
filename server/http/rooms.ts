const STEP_BYTES = 8 * 1024 * 1024
const KEPT_MS = 10_000

/** Memory that is lent, and that all threads see. */
export type Room = {
  readonly memory: SharedArrayBuffer
  /** Nothing of it may be looked at afterwards. Giving it back twice does no harm. */
  release(): void
}

/**
 * Lends memory for large bodies, so much at once and no more; who finds too little left waits, in the order of arrival.
 * What comes back is lent again, since fresh memory of this size costs the kernel its cleaning; and it is shared, since
 * memory that is handed from thread to thread costs the receiver a garbage collection.
 */
export class Rooms {
  readonly #mostBytes: number
  #lentBytes = 0
  #empty: SharedArrayBuffer[] = []
  #forgetting: NodeJS.Timeout | undefined
  readonly #waiting: { bytes: number; grant: (room: Room) => void }[] = []

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  lend(wanted: number): Promise<Room> {
    const bytes = Math.ceil(wanted / STEP_BYTES) * STEP_BYTES
    return new Promise((grant) => {
      this.#waiting.push({ bytes, grant })
      this.#serve()
    })
  }

  /** One that is larger than all there is gets all there is to itself. */
  #serve(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      if (this.#lentBytes > 0 && this.#lentBytes + first.bytes > this.#mostBytes) return
      this.#waiting.shift()
      first.grant(this.#roomOf(first.bytes))
    }
  }

  #roomOf(bytes: number): Room {
    clearTimeout(this.#forgetting)
    this.#lentBytes += bytes
    const memory = this.#takeEmpty(bytes) ?? new SharedArrayBuffer(bytes)
    let isLent = true
    const release = () => {
      if (isLent) this.#takeBack(memory)
      isLent = false
    }
    return { memory, release }
  }

  /** What lies empty counts as memory too: where there is none of the size, the oldest makes way. */
  #takeEmpty(bytes: number): SharedArrayBuffer | undefined {
    const found = this.#empty.findIndex(({ byteLength }) => byteLength === bytes)
    if (found !== -1) return this.#empty.splice(found, 1)[0]
    while (this.#empty.length > 0 && this.#lentBytes + sum(this.#empty) > this.#mostBytes) this.#empty.shift()
    return undefined
  }

  #takeBack(memory: SharedArrayBuffer): void {
    this.#lentBytes -= memory.byteLength
    this.#empty.push(memory)
    this.#serve()
    if (this.#lentBytes > 0) return
    clearTimeout(this.#forgetting)
    this.#forgetting = setTimeout(() => {
      this.#empty = []
    }, KEPT_MS).unref()
  }
}

const sum = (memories: readonly SharedArrayBuffer[]) =>
  memories.reduce((total, { byteLength }) => total + byteLength, 0)
