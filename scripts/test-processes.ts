import { statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What waits most for what it starts, stops and crashes comes first, the longest before all: the rest fills the cores. */
const FIRST = ['browser', 'workers', 'process', 'operations', 'whole', 'storage', 'images']

/** Whose tests take less than to load the program: all of these share a process. */
const SMALL = 'actions bench cli contract docs limits mails outbound rules test tracing'.split(' ')

interface TestProcess {
  /** A test file, or the folders whose files share the process. */
  name: string
  files: string[]
}

/**
 * Loading the program takes longer than most files' tests, and what is loaded and warmed up serves the next file as well:
 * the files of a folder share a process, and so do small folders. Only what takes longest is split: the seller's in a
 * browser, and the workers' that wait for webhooks. After those that come first, the larger ones go before the smaller,
 * so that no core stands idle at the end.
 */
export function testProcesses(files: string[]): TestProcess[] {
  return [...Map.groupBy(files, processOf)]
    .map(([name, files]) => ({ name: files.length === 1 ? files[0]! : (name ?? foldersOf(files)), files }))
    .toSorted((a, b) => rank(a) - rank(b) || size(b) - size(a))
}

/** The name of its process; what is small has none of its own. */
function processOf(file: string): string | undefined {
  const [kind, name] = [kindOf(file), basename(file)]
  if (SMALL.includes(kind)) return undefined
  if (kind === 'browser' && name.startsWith('dashboard')) return file
  if (kind === 'workers' && name.startsWith('webhook')) return join(dirname(file), 'webhook')
  return dirname(file)
}

const foldersOf = (files: string[]) => [...new Set(files.map((file) => dirname(file)))].join(', ')
const kindOf = (file: string) => dirname(file).split(sep)[1] ?? 'test'
const rank = ({ files }: TestProcess) => [...FIRST, kindOf(files[0]!)].indexOf(kindOf(files[0]!))
const size = ({ files }: TestProcess) => files.reduce((sum, file) => sum + statSync(file).size, 0)

/** The file for node to start: the test file itself, or one in this folder that imports all of them. */
export function entryOf({ name, files }: TestProcess, folder: string): string {
  if (files.length === 1) return resolve(files[0]!)
  const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.mjs`)
  const addresses = files.map((file) => pathToFileURL(resolve(file)).href)
  writeFileSync(path, addresses.map((address) => `import ${JSON.stringify(address)}\n`).join(''))
  return path
}
