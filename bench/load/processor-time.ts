import { readdirSync, readFileSync } from 'node:fs'

/** Counts the processor time of processes from now on. A process that has ended counts as of its last reading. */
export class ProcessorMeter {
  readonly #workers: () => number[]
  #last: Map<number, number>
  /** Nanoseconds, as of the last reading. */
  spent = 0

  constructor(workers: () => number[]) {
    this.#workers = workers
    this.#last = this.#times()
  }

  read() {
    const now = this.#times()
    for (const [pid, time] of now) this.spent += time - (this.#last.get(pid) ?? 0)
    this.#last = now
  }

  #times(): Map<number, number> {
    return new Map(this.#workers().map((pid) => [pid, processorTime(pid)]))
  }
}

/** Nanoseconds of processor time that a process has used, all its threads together. */
function processorTime(pid: number): number {
  let sum = 0
  for (const thread of listed(`/proc/${pid}/task`)) {
    sum += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0])
  }
  return sum
}

/** The processes of PostgreSQL that serve a database. */
export function backendsOf(database: string): number[] {
  return listed('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => new RegExp(`^postgres: \\w+ ${database} `).test(read(`/proc/${pid}/cmdline`)))
    .map(Number)
}

const listed = (folder: string) => orElse(() => readdirSync(folder), [])
const read = (path: string) => orElse(() => readFileSync(path, 'utf8'), '')

/** For reads under /proc: the process may end at any moment. */
function orElse<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}
