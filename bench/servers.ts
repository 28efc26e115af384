import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const ROOT = new URL('..', import.meta.url)

export interface RunningServer extends AsyncDisposable {
  port: number
  child: ChildProcess
  /** Resident memory in MB. */
  memory(): number
}

type Environment = Record<string, string>

/** Our own service, as `npm start` runs it, on a free port. */
export const startHaat = (env: Environment) => startServer('server/main.js', env)

/** What ours is compared with: a bare Fastify route. */
export const startBare = (env: Environment) => startServer('bench/bare.ts', env)

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
    memory: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
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
