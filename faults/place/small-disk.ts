import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { NotPossible } from '../fault.ts'

/** A file system of a few megabytes, which can be filled to the last byte and emptied again. */
export async function smallDisk(megabytes: number, owner?: { uid: number; gid: number }) {
  const folder = await temporaryFolder()
  const options = [
    `size=${megabytes}m`,
    ...(owner ? [`uid=${owner.uid}`, `gid=${owner.gid}`, 'mode=700'] : []),
  ]
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(), 'tmpfs', folder.path], { stdio: 'pipe' })
  } catch {
    await folder[Symbol.asyncDispose]()
    throw new NotPossible('not tried here: a file system of its own takes root on Linux')
  }
  const filler = join(folder.path, 'filler')
  return {
    path: folder.path,
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['-l', folder.path])
      await folder[Symbol.asyncDispose]()
    },
  }
}

function fill(path: string) {
  const file = openSync(path, 'w')
  try {
    for (const size of [2 ** 20, 2 ** 12, 1]) {
      const piece = Buffer.alloc(size, 'x')
      while (hasRoomFor(file, piece));
    }
  } finally {
    closeSync(file)
  }
}

function hasRoomFor(file: number, piece: Buffer): boolean {
  try {
    return writeSync(file, piece) > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
