import { globSync, readFileSync } from 'node:fs'
import { posix, resolve, sep } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export type Source = {
  path: string
  text: string
  /** Imports of any kind, type-only and dynamic ones included. */
  imports: string[]
  /** Imports that are loaded together with the file. */
  loads: string[]
  /** The names imported from each file. For a namespace import, every word of this file counts. */
  names: { from: string; taken: string[] }[]
}

/** Every source file in these folders with its imports, as paths in the repository or package names. */
export function sources(...folders: string[]): Source[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: root }))
  return files
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !/(^|\/)(node_modules|dist|build)\//.test(file))
    .map((path) => {
      const text = readFileSync(resolve(root, path), 'utf8')
      const targets = (kind: RegExp) => specifiers(text, kind).map((specifier) => target(path, specifier))
      return {
        path,
        text,
        imports: targets(ANY_IMPORT),
        loads: targets(LOADING_IMPORT),
        names: names(path, text),
      }
    })
}

const ANY_IMPORT = /^(?:import|export)\s[^'";]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
const LOADING_IMPORT = /^(?:import|export)\s(?!type\b)[^'";]*?from '([^']+)'|^import '([^']+)'/gm

const NAMED_IMPORT = /^import (?:type )?\{([^}]*)\} from '([^']+)'/gm
const WHOLE_IMPORT = /^import \* as \w+ from '([^']+)'|\bimport\('([^']+)'\)/gm

function names(path: string, text: string) {
  const words = text.match(/\w+/g) ?? []
  return [
    ...[...text.matchAll(NAMED_IMPORT)].map(([, braces, specifier]) => ({
      from: target(path, specifier!),
      taken: [...braces!.matchAll(/(?:^|,)\s*(?:type )?(\w+)/g)].map(([, name]) => name!),
    })),
    ...specifiers(text, WHOLE_IMPORT).map((specifier) => ({ from: target(path, specifier), taken: words })),
  ]
}

function specifiers(text: string, kind: RegExp) {
  return [...text.matchAll(kind)].map((match) => match.slice(1).find(Boolean)!)
}

function target(from: string, specifier: string) {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return specifier
}
