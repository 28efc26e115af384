import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { createStore } from '../../server/actions/stores/create-store.ts'
import { openWorld } from '../../server/open-world.ts'
import { temporaryFolder } from '../services/folder.ts'
import { configOf, SECRET } from './config-of.ts'

export interface ServerProcess extends AsyncDisposable {
  url: string
  pid: number
  /** Everything it wrote so far. */
  stdout(): string
  stderr(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves with the exit status, or the name of the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

/** The service as an operator runs it. It is killed when disposed of. */
export async function startServerProcess(
  settings: Record<string, string>,
  role?: string,
): Promise<ServerProcess> {
  const child = role
    ? spawnHaat('server/cli/main.js', ['start', '--role', role], settings)
    : spawnHaat('server/main.js', [], settings)
  const url = await Promise.race([
    child.said(/running on (\S+)/),
    child.ended.then((status) => {
      throw new Error(`It ended with ${status}:\n${child.stderr()}`)
    }),
  ])
  return {
    ...child,
    url: url.replace('localhost', '127.0.0.1'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.ended
    },
  }
}

/** Runs one of the service's programs to its end. */
export async function runHaat(file: string, args: string[], settings: Record<string, string>) {
  const child = spawnHaat(file, args, settings)
  const status = await child.ended
  return { status, stdout: child.stdout(), stderr: child.stderr() }
}

/** The settings of a service with a folder of its own. */
export async function ownFolder() {
  const folder = await temporaryFolder()
  return {
    settings: { PORT: '0', DATA_DIR: folder.path, HAAT_SECRET: SECRET },
    path: folder.path,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

/** Starts one of the service's programs, which runs until it ends by itself or is killed. */
export function spawnHaat(file: string, args: string[], settings: Record<string, string>) {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  let heard = () => {}
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text
      heard()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  return {
    pid: child.pid ?? 0,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Closes the reading end of the pipe, as `head` does. */
    stopReading: () => void child.stdout.destroy(),
    ended,
    said: (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        heard = () => {
          const [, found] = pattern.exec(written.stdout) ?? []
          if (found) resolve(found)
        }
      }),
  }
}

/** Stores made from this process in the database that the settings name. */
export async function storesIn(settings: Record<string, string>, count = 1) {
  await using world = await openWorld(configOf(settings), { log: pino({ level: 'silent' }) })
  const stores: Awaited<ReturnType<typeof createStore>>[] = []
  for (let n = 0; n < count; n++) stores.push(await createStore(world, { name: 'Test store' }))
  return stores
}
