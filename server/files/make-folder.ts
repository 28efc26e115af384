import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it; says which was the first that was not there. Node's own way to do so never ends where
 * a folder is there and nothing can be made in it because that "does not exist", as in /proc.
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
    // Of a link that leads nowhere it is told that what it leads to is missing, not that the link is there.
    const found = statSync(path, { throwIfNoEntry: codeOf(error) === 'EEXIST' })
    if (!found?.isDirectory()) throw error
    return undefined
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
