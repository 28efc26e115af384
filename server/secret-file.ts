import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileIn = (dataDir: string) => join(dataDir, 'secret')

/** Where a first start keeps the secret, if there is one. */
export function secretFile(dataDir: string): string | undefined {
  const path = fileIn(dataDir)
  return existsSync(path) ? path : undefined
}

/** The secret that a first start made, or a new one, kept for the owner's eyes in the data folder. */
export function keptSecret(dataDir: string): string {
  const path = fileIn(dataDir)
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}
