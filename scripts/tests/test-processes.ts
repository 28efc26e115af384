import { writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The folders whose files share a process. Loading the program takes longer than most files' tests, and the next file
 * reuses what is loaded, started and warmed up. The processes start in this order: the longest first, and along with it
 * those that mostly wait for servers that they start, stop and crash, so that no core is idle, not even at the end.
 * A folder that is not listed runs with `storage`.
 */
const TOGETHER = [
  ['api', 'payments', 'dashboard', 'pages', 'http'],
  ['storage', 'images'],
  ['process', 'operations', 'whole', 'accounts'],
  ['outbound', 'cli', 'docs', 'faults', 'limits', 'tracing'],
  ['browser/dashboard-later'],
  ['workers'],
  ['browser'],
]

interface TestProcess {
  /** A test file, or the folders whose files share the process. */
  name: string
  files: string[]
}

export function testProcesses(files: string[]): TestProcess[] {
  return [...Map.groupBy(files, placeOf)]
    .toSorted(([a], [b]) => a - b)
    .map(([, files]) => ({ name: files.length === 1 ? files[0]! : foldersOf(files), files }))
}

/** The position in TOGETHER: that of the file if it is listed, else that of its folder, else that of `storage`. */
function placeOf(file: string): number {
  const folder = dirname(file).split(sep)[1] ?? ''
  const names = [`${folder}/${basename(file, '.test.ts')}`, folder, 'storage']
  const named = names.find((name) => TOGETHER.some((each) => each.includes(name)))
  return TOGETHER.findIndex((each) => each.includes(named!))
}

const foldersOf = (files: string[]) => [...new Set(files.map((file) => dirname(file)))].join(', ')

/** The file that node runs: the test file itself, or a new one in `folder` that imports all files of the process. */
export function entryOf({ name, files }: TestProcess, folder: string): string {
  if (files.length === 1) return resolve(files[0]!)
  const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.mjs`)
  const addresses = files.map((file) => pathToFileURL(resolve(file)).href)
  writeFileSync(path, addresses.map((address) => `import ${JSON.stringify(address)}\n`).join(''))
  return path
}
