import { closeSync, openSync, readSync } from 'node:fs'

const piece = Buffer.allocUnsafe(1 << 20)

/** Reads a file through, so that the machine has all of it in its memory, also where it takes away what was not used lately. */
export function holdInMemory(path: string) {
  const file = openSync(path, 'r')
  while (readSync(file, piece) > 0);
  closeSync(file)
}
