// Builds the dashboard unless the existing build is of these sources. If it cannot be built, the service still starts,
// without it or with the last build. With `--strict`, as for tests, that is an error.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const failureCode = process.argv.includes('--strict') ? 1 : 0
const root = resolve(import.meta.dirname, '..')
const marker = join(root, 'dist/dashboard/.sources')

const sources = sourcesHash()
const vite = join(root, 'node_modules/vite/bin/vite.js')
if (markerText() !== sources && !existsSync(vite)) {
  console.error('The dashboard has not been built, and what builds it is not installed ("npm ci" brings it).')
  console.error('Everything else works without it.')
  process.exitCode = failureCode
} else if (markerText() !== sources) {
  console.error('Building the dashboard; this happens once after each change.')
  const built = spawnSync(
    process.execPath,
    [vite, 'build', '--config', 'dashboard/vite.config.ts', '--logLevel', 'error'],
    { cwd: root, stdio: ['ignore', 2, 2] },
  )
  if (built.status !== 0) {
    console.error('The dashboard could not be built: Vite says why above. Everything else works without it.')
    process.exit(failureCode)
  }
  writeFileSync(marker, sources)
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = ['package-lock.json', ...globSync('{dashboard,contract}/**', { cwd: root })].sort()
  for (const file of files) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function markerText(): string | undefined {
  try {
    return readFileSync(marker, 'utf8')
  } catch {
    return undefined
  }
}
