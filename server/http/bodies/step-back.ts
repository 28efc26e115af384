import { readFileSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'

const DECODING_THREAD = 'libvips'

/**
 * Lets the main thread run first where image work wants the processor too: lowers the priority of this thread and of
 * the threads in which libvips decodes. libvips starts and ends those as it needs them, so this is called again for
 * each body. The threads of Node's pool keep their priority, because they write files: to queue work for the pool, the
 * main thread has to wait until pool threads that it woke before have fetched theirs, which took up to 4 ms at low
 * priority. Only Linux has priorities per thread; elsewhere nothing happens.
 */
export async function stepBack(): Promise<void> {
  if (process.platform !== 'linux') return
  const threads = await readdir('/proc/self/task')
  const decoding = threads.filter((id) => nameOf(id)?.startsWith(DECODING_THREAD))
  const own = readlinkSync('/proc/thread-self').split('/').at(-1)
  // Relative to the main thread: under `nice` its priority may be lower than a fixed one, and raising it is refused.
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
