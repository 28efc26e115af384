// Plain JavaScript, as are the two main.js: a TypeScript file that is read before the cache is on makes Node load its
// own compiler, which takes 20 MB for good.
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/** To be called before anything else is imported. */
export function beginProcess() {
  startSmall()
  keepCompiledCode()
  findFilesAtOnce()
  keepToOwner()
}

/**
 * While the program is being read V8 would make room for 16 MB of young objects, and a server that nobody calls would
 * keep it resident: see let-heap-grow.ts for when it may grow. In every process, and before the cache is on, since V8
 * takes compiled code only under the flags under which it was compiled: the service and a command would refuse each
 * other's.
 */
function startSmall() {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Keeps compiled code between starts, which nearly halves the time that a start takes. Where the folder cannot be
 * written, nothing is kept and nothing breaks.
 */
function keepCompiledCode() {
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/haat', import.meta.url)))
}

/**
 * A file of ours, or of kysely, which has 250 of them, is where the import says. Node would look for the folder's package
 * and for links on the way to it, at each of thousands of imports: a fifth of the time that a start takes.
 */
export function findFilesAtOnce() {
  registerHooks({
    resolve(specifier, context, next) {
      const format = specifier.startsWith('.') && formatOf(specifier, context.parentURL ?? '')
      if (!format) return next(specifier, context)
      return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
    },
  })
}

/** @returns {string | undefined} */
function formatOf(specifier, importer) {
  if (specifier.endsWith('.ts')) return 'module-typescript'
  if (importer.includes('/node_modules/kysely/')) return 'module'
}

/** The database and the pictures tell of customers: what is written is for the user of this process alone. */
function keepToOwner() {
  process.umask(0o077)
}
