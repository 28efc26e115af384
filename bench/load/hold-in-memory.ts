import { closeSync, openSync, readSync } from 'node:fs'

const piece = Buffer.allocUnsafe(1 << 20)

/** Reads the whole file into the page cache. Some machines evict pages that were not used for a while. */
export function holdInMemory(path: string) {
  const file = openSync(path, 'r')
  while (readSync(file, piece) > 0);
  closeSync(file)
}
