const STEP_BYTES = 8 * 1024 * 1024
const LITTLE_BYTES = 2 * STEP_BYTES
const KEPT_MS = 10_000

/** Lent memory, visible to all threads. */
export type LentMemory = {
  readonly memory: SharedArrayBuffer
  /** Returns the memory, which must not be touched afterwards. A second call does nothing. */
  release(): void
}

type Waiting = { bytes: number; grant: (lent: LentMemory) => void }

/**
 * Lends a bounded amount of memory for large bodies. A body that does not fit yet waits. Owners (`whose`) take turns,
 * so that the many bodies of one sender delay only each other. A sixth is reserved for bodies of up to 16 MB, which may
 * overtake larger ones. These still get their turn: while a large body waits, nobody else is lent more than that sixth.
 * Returned memory is reused, because the kernel has to zero fresh memory. It is shared memory, because an ArrayBuffer
 * transferred to another thread costs the receiver a garbage collection.
 */
export class BodyMemory {
  readonly #mostBytes: number
  readonly #keptForLittle: number
  #lentBytes = 0
  #lentForLittle = 0
  #empty: SharedArrayBuffer[] = []
  #forgetting: NodeJS.Timeout | undefined
  /** Waiting bodies by owner. The order of the keys is the order of the owners' turns. */
  readonly #lines = new Map<string, Waiting[]>()

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
    this.#keptForLittle = mostBytes / 6
  }

  get isWaitedFor(): boolean {
    return this.#lines.size > 0
  }

  lend(wanted: number, whose: string): Promise<LentMemory> {
    const bytes = Math.ceil(wanted / STEP_BYTES) * STEP_BYTES
    return new Promise((grant) => {
      const line = this.#lines.get(whose)
      if (line) line.push({ bytes, grant })
      else this.#lines.set(whose, [{ bytes, grant }])
      this.#serve()
    })
  }

  #serve(): void {
    for (let whose = this.#whoseTurn(); whose !== undefined; whose = this.#whoseTurn()) {
      const { bytes, grant } = this.#lines.get(whose)!.shift()!
      this.#standBehind(whose)
      grant(this.#lendNow(bytes, whose))
    }
  }

  /** Moves an owner to the end of the order: after each loan, and again after each return. */
  #standBehind(whose: string): void {
    const line = this.#lines.get(whose)
    this.#lines.delete(whose)
    if (line && line.length > 0) this.#lines.set(whose, line)
  }

  #whoseTurn(): string | undefined {
    let isPassing = false
    for (const [whose, [first]] of this.#lines) {
      if (isPassing ? this.#mayPass(first!.bytes) : this.#fits(first!.bytes)) return whose
      isPassing = true
    }
    return undefined
  }

  /** A body larger than the whole budget is lent its memory once nothing else is lent. */
  #fits(bytes: number): boolean {
    if (this.#lentBytes === 0) return true
    if (this.#lentBytes + bytes > this.#mostBytes) return false
    const lentForMuch = this.#lentBytes - this.#lentForLittle
    return isLittle(bytes) || lentForMuch + bytes <= this.#mostBytes - this.#keptForLittle
  }

  #mayPass(bytes: number): boolean {
    return isLittle(bytes) && this.#lentForLittle + bytes <= this.#keptForLittle && this.#fits(bytes)
  }

  #lendNow(bytes: number, whose: string): LentMemory {
    clearTimeout(this.#forgetting)
    this.#count(bytes, 1)
    const memory = this.#takeEmpty(bytes) ?? new SharedArrayBuffer(bytes)
    let isLent = true
    const release = () => {
      if (isLent) this.#takeBack(memory, whose)
      isLent = false
    }
    return { memory, release }
  }

  #count(bytes: number, sign: 1 | -1): void {
    this.#lentBytes += sign * bytes
    if (isLittle(bytes)) this.#lentForLittle += sign * bytes
  }

  /**
   * Unused buffers kept for reuse count toward the budget: if none has this size, the oldest are dropped to make room.
   */
  #takeEmpty(bytes: number): SharedArrayBuffer | undefined {
    const found = this.#empty.findIndex(({ byteLength }) => byteLength === bytes)
    if (found !== -1) return this.#empty.splice(found, 1)[0]
    while (this.#empty.length > 0 && this.#lentBytes + sum(this.#empty) > this.#mostBytes) this.#empty.shift()
    return undefined
  }

  #takeBack(memory: SharedArrayBuffer, whose: string): void {
    this.#count(memory.byteLength, -1)
    this.#empty.push(memory)
    this.#standBehind(whose)
    this.#serve()
    if (this.#lentBytes > 0) return
    clearTimeout(this.#forgetting)
    this.#forgetting = setTimeout(() => {
      this.#empty = []
    }, KEPT_MS).unref()
  }
}

const isLittle = (bytes: number) => bytes <= LITTLE_BYTES

const sum = (memories: readonly SharedArrayBuffer[]) =>
  memories.reduce((total, { byteLength }) => total + byteLength, 0)
