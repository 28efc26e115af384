import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its parents; returns the first one that was missing. Node's own recursive mkdir never ends where a
 * folder exists but nothing can be made in it because that "does not exist", as in /proc.
 */
export function makeFolder(path: string): string | undefined {
  try {
    return makeOne(path)
  } catch (error) {
    const above = dirname(path)
    if (codeOf(error) !== 'ENOENT' || above === path) throw error
    const first = makeFolder(above)
    const made = makeOne(path)
    return first ?? made
  }
}

function makeOne(path: string): string | undefined {
  try {
    mkdirSync(path)
    return path
  } catch (error) {
    // For a dangling link this reports that its target is missing, not that the link exists.
    const found = statSync(path, { throwIfNoEntry: codeOf(error) === 'EEXIST' })
    if (!found?.isDirectory()) throw error
    return undefined
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
