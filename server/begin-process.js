// Plain JavaScript, as are the two main.js: a TypeScript file that is loaded before the compile cache is on makes Node
// load its TypeScript compiler, which takes 20 MB for good.
//
// Node ships compiled code for its own modules, which V8 refuses once a flag is set. So the modules that nearly every
// process uses are imported here, before that.
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
 * While the program is loaded V8 would grow its space for young objects to 16 MB, which an idle server would then keep
 * resident; let-heap-grow.ts lets it grow later. The flag is set in every process, and before the compile cache is on,
 * since V8 accepts compiled code only under the flags under which it was compiled: otherwise the service and a command
 * would refuse each other's.
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
 * Resolves imports of our own files directly. Node would look for the folder's package and for links on the way, at
 * each of thousands of imports: a quarter of the time that a start takes. And kysely, which has 250 files, is loaded as
 * the one file that scripts/install.js makes of them, if that is there.
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

/** Makes new files readable by this process's user alone: the database and the pictures hold customers' data. */
function keepToOwner() {
  process.umask(0o077)
}
