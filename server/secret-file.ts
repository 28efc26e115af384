import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECRET_LEAST } from './rules/secret-length.ts'
import { syncFolderNow } from './sync-folder.ts'

const FIX =
  'Put back the copy that you keep of it. Only where there is no data yet: delete it, and the next start makes another.'

/** Where a first start keeps the secret. */
export const secretPath = (dataDir: string): string => join(dataDir, 'secret')

/** A file that was not written whole, or cut since. */
export class ShortSecret extends Error {
  readonly says: string
  readonly fix = FIX

  constructor(path: string, characters: number) {
    const says = `${path} holds ${characters} characters instead of at least ${SECRET_LEAST}`
    super(`${says}. ${FIX}`)
    this.says = says
  }
}

/** The file of the secret, where there is one. */
export function secretFile(dataDir: string): string | undefined {
  const path = secretPath(dataDir)
  return existsSync(path) ? path : undefined
}

/** The secret that a first start made, or a new one, kept for the owner's eyes in the data folder. */
export function keptSecret(dataDir: string): string {
  const path = secretFile(dataDir) ?? makeSecret(dataDir)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < SECRET_LEAST) throw new ShortSecret(path, secret.length)
  return secret
}

/** Under its name there is a whole secret or none, and another program's that was quicker stays. */
function makeSecret(dataDir: string): string {
  const path = secretPath(dataDir)
  const partial = `${path}.${randomUUID()}.partial`
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(partial, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    linkSync(partial, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(partial, { force: true })
  }
  syncFolderNow(dataDir)
  return path
}
