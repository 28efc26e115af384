// Runs before every npm script, on whatever Node the system has (20 or newer), before anything is installed.
// Installs the locked packages, Node 26 among them, when they are missing or older than the lock file.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const marker = join(root, 'node_modules', '.haat-lock')
const runtime = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

if (existsSync(runtime) && existsSync(marker) && readFileSync(marker, 'utf8') === lock) process.exit(0)

const [nodeMajor] = process.versions.node.split('.').map(Number)
if (nodeMajor < 20)
  stop(`Node ${process.version} is too old to install Haat. Install Node 20 or newer, then try again.`)

const platform = `${process.platform}-${process.arch}`
if (!platforms.includes(platform)) {
  stop(`Haat brings its own Node 26, and there is none for ${platform}. It runs on ${platforms.join(', ')}.`)
}

const npmVersion = /npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1]
if (npmVersion !== undefined && Number(npmVersion) < 9) {
  stop(`npm ${npmVersion} is too old to install Haat. Run "npm install --global npm@latest", then try again.`)
}

console.error('Installing the locked packages (npm ci); this happens once.')
const npm = process.env.npm_execpath
const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=optional']
const done = npm
  ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
  : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })

if (done.status !== 0)
  stop('The packages could not be installed: npm says why above. Mend that, then try again.')
if (!existsSync(runtime)) {
  stop(
    'npm left out the package that carries Node 26. Unset "omit=optional" in npm\'s settings, then try again.',
  )
}
writeFileSync(marker, lock)

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
