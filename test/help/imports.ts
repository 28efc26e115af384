import { globSync, readFileSync } from 'node:fs'
import { posix, resolve, sep } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export type Source = { path: string; text: string; imports: string[] }

/** Every source file of these folders, with what it imports: a path of the repository, or a package's name. */
export function sources(...folders: string[]): Source[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: root }))
  return files
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !/(^|\/)(node_modules|dist|build)\//.test(file))
    .map((path) => {
      const text = readFileSync(resolve(root, path), 'utf8')
      return { path, text, imports: importsOf(text).map((specifier) => target(path, specifier)) }
    })
}

function importsOf(text: string) {
  const found = text.matchAll(
    /^(?:import|export)\s[^'";]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return [...found].map((match) => (match[1] ?? match[2] ?? match[3])!)
}

function target(from: string, specifier: string) {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return specifier
}
