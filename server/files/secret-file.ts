import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECRET_LEAST } from '../rules/secret-length.ts'
import { countWords } from '../rules/values/count-words.ts'
import { makeFolder } from './make-folder.ts'
import { syncFolderNow } from './sync-folder.ts'

const FIX =
  'Put back the copy that you keep of it. Only if there is no data yet, delete it: the next start makes another.'

/** Where a first start keeps the secret. */
export const secretPath = (dataDir: string): string => join(dataDir, 'secret')

/** The file of the secret was not written completely, was cut since, or is not a regular file. */
export class UnusableSecret extends Error {
  readonly says: string
  readonly fix = FIX

  constructor(says: string) {
    super(`${says}. ${FIX}`)
    this.says = says
  }
}

/** The file of the secret, where there is one. */
export function secretFile(dataDir: string): string | undefined {
  const path = secretPath(dataDir)
  return existsSync(path) ? path : undefined
}

/** The secret that a first start made, or a new one, readable by its owner only, in the data folder. */
export function keptSecret(dataDir: string): string {
  const path = secretFile(dataDir) ?? makeSecret(dataDir)
  // Reading a pipe would block until somebody writes to it.
  if (!statSync(path).isFile()) throw new UnusableSecret(`${path} is not a file`)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < SECRET_LEAST)
    throw new UnusableSecret(
      `${path} holds ${countWords(secret.length, 'character')} instead of at least ${SECRET_LEAST}`,
    )
  return secret
}

/** Writes the secret so that the file is complete or absent. If another program made it first, that one stays. */
function makeSecret(dataDir: string): string {
  const path = secretPath(dataDir)
  const partial = `${path}.${randomUUID()}.partial`
  makeFolder(dataDir)
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
