import { readFileSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'

const DECODING_THREAD = 'libvips'

/**
 * Lets the main thread go first wherever it and the work on images want the processor at once: this thread and those in
 * which libvips decodes, which come and go, step back. The threads of Node's pool do not, as files are written by them:
 * who hands them work has to wait until those that were woken before have got as far as taking theirs. Only Linux has
 * priorities by thread; elsewhere nothing happens.
 */
export async function stepBack(): Promise<void> {
  if (process.platform !== 'linux') return
  const threads = await readdir('/proc/self/task')
  const decoding = threads.filter((id) => nameOf(id)?.startsWith(DECODING_THREAD))
  const own = readlinkSync('/proc/thread-self').split('/').at(-1)
  // From where the main thread stands: under `nice`, going back up to a fixed place would be refused.
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
  const place = Math.min(getPriority(process.pid) + PRIORITY_BELOW_NORMAL, PRIORITY_LOW)
  for (const id of [own, ...decoding]) setPriority(Number(id), place)
}

/** Undefined where the thread has ended meanwhile. */
function nameOf(thread: string): string | undefined {
  try {
    return readFileSync(`/proc/self/task/${thread}/comm`, 'utf8')
  } catch {
    return undefined
  }
}
