// Plain JavaScript, as are the two main.js: a TypeScript file that is read before the cache is on makes Node load its
// own compiler, which takes 20 MB for good.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/** To be called before anything else is imported. */
export function beginProcess() {
  startSmall()
  keepCompiledCode()
  keepToOwner()
}

/**
 * While the program is being read V8 would make room for 16 MB of young objects, and a server that nobody calls would
 * keep it resident: see heap.ts for when it may grow. In every process, and before the cache is on, since V8 takes
 * compiled code only under the flags under which it was compiled: the service and a command would refuse each other's.
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

/** The database and the pictures tell of customers: what is written is for the user of this process alone. */
function keepToOwner() {
  process.umask(0o077)
}
