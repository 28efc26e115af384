import { open } from 'node:fs/promises'

/** A new name survives a power cut only once its folder has reached the disk too. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
