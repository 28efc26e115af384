import { statfs } from 'node:fs/promises'

/** The room on the disk of a folder for a user who is not root. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
