import { readdirSync, readFileSync } from 'node:fs'

/** Nanoseconds of processor time that these processes have used, all their threads together. */
export function processorTime(pids: readonly number[]): number {
  let sum = 0
  for (const pid of pids) {
    for (const thread of listed(`/proc/${pid}/task`)) {
      sum += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0])
    }
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

/** A process may end while one looks. */
function orElse<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}
