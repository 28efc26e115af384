import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { startPostgres } from '../../harness/services/postgres-server.ts'

const ROOT = new URL('../..', import.meta.url)

export interface RunningServer extends AsyncDisposable {
  port: number
  child: ChildProcess
  memory(): Memory
}

/** In MB. `own` excludes mapped files: the program's code and the pages of SQLite's file that were read. */
interface Memory {
  resident: number
  own: number
}

type Environment = Record<string, string>

/** Our own service, as `npm start` runs it, on a free port. */
export const startHaat = (env: Environment) => startServer('server/main.js', env)

/** A PostgreSQL that is as safe from a loss of power as one in use; those of tests are not. */
export const startDurablePostgres = (settings: Record<string, string> = {}) =>
  startPostgres({ fsync: 'on', full_page_writes: 'on', ...settings })

/** The baseline: a bare Fastify route. */
export const startBare = (env: Environment) => startServer('bench/bare/bare.ts', env)

export async function startServer(script: string, env: Environment): Promise<RunningServer> {
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await portOf(child)
  return {
    port,
    child,
    memory: () => memoryOf(child.pid!),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon') }
}

async function portOf(child: ChildProcess): Promise<number> {
  for await (const line of createInterface(child.stdout!)) {
    const [, port] = /:(\d+)$/.exec(line) ?? []
    if (port) return Number(port)
  }
  throw new Error(`${child.spawnargs.join(' ')} ended before it listened`)
}

/** Runs the haat command on a database. */
export async function haat(env: Environment, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, ['server/cli/main.js', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`haat ${args.join(' ')} failed`)
}
