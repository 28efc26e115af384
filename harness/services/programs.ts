import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
const elsewhere = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/sbin']

/** `TEST_WITHOUT=postgres,redis,chromium` leaves these out although they are installed. */
export function isWanted(service: 'postgres' | 'redis' | 'chromium') {
  return !(process.env.TEST_WITHOUT ?? '').split(',').includes(service)
}

/** The folder that holds initdb and postgres. */
export const postgresPrograms = [
  ...onPath,
  ...newestFirst(globSync('/usr/lib/postgresql/*/bin')),
  ...newestFirst(globSync('{/opt/homebrew,/usr/local}/opt/postgresql*/bin')),
  ...newestFirst(globSync('/usr/pgsql-*/bin')),
].find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')))

export const redisProgram = find(['redis-server', 'valkey-server'])

export const poolerProgram = find(['pgbouncer'])

/** The headless shell is preferred: it draws the same pages in two thirds of the processor time. */
export const chromiumProgram =
  process.env.TEST_CHROMIUM ||
  find([
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]) ||
  ['Chromium', 'Google Chrome']
    .map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
    .find(isProgram)

function find(names: string[]) {
  return names
    .flatMap((name) => [...onPath, ...elsewhere].map((folder) => join(folder, name)))
    .find(isProgram)
}

function newestFirst(folders: string[]) {
  return folders.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
