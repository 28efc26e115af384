import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageStore } from './image-store.ts'
export class DiskStore implements ImageStore {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }
  async put(path: string, bytes: Uint8Array) {
    const p = join(this.#folder, path)
    await mkdir(dirname(p), { recursive: true })
    await writeFile(p, bytes)
  }
}
