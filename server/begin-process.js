// Plain JavaScript, as are the two main.js: a TypeScript file that is read before the cache is on makes Node load its
// own compiler, which takes 20 MB for good.
//
// Node brings its own modules compiled, but V8 refuses that as soon as a flag is set: what nearly every process uses is
// read before.
import 'node:child_process'
import 'node:crypto'
import 'node:dns'
import 'node:fs/promises'
import 'node:http2'
import 'node:https'
import 'node:perf_hooks'
import 'node:stream/consumers'
import 'node:stream/promises'
import 'node:timers/promises'
import 'node:tls'
import 'node:worker_threads'
import 'node:zlib'
import { existsSync } from 'node:fs'
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
 * A file of ours is where the import says. Node would look for the folder's package and for links on the way to it, at
 * each of thousands of imports: a quarter of the time that a start takes. And kysely, which has 250 files, is read as the
 * one that scripts/install.js has made of them, where it has.
 */
export function findFilesAtOnce() {
  const kysely = new URL('../node_modules/kysely/dist/one-file.js', import.meta.url)
  const isOneFile = existsSync(kysely)
  const root = new URL('..', import.meta.url)
  registerHooks({
    resolve(specifier, context, next) {
      const isOfContract = specifier.startsWith('#contract/')
      if ((isOfContract || specifier.startsWith('.')) && specifier.endsWith('.ts')) {
        const { href } = isOfContract
          ? new URL(specifier.slice(1), root)
          : new URL(specifier, context.parentURL)
        return { url: href, format: 'module-typescript', shortCircuit: true }
      }
      if (specifier === 'kysely' && isOneFile)
        return { url: kysely.href, format: 'module', shortCircuit: true }
      return next(specifier, context)
    },
  })
}

/** The database and the pictures tell of customers: what is written is for the user of this process alone. */
function keepToOwner() {
  process.umask(0o077)
}
