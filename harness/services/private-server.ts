import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { processTree } from './process-tree.ts'

/** A server of our own on a free loopback port. It ends, and its folder goes, on disposal or when this process ends. */
export type PrivateServer = AsyncDisposable & {
  url: string
  /** Starts it again on the same port, with its data. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Kills it with SIGKILL, like a crash. */
  crash(): Promise<void>
  /** Stops all its processes (SIGSTOP): connections stay open, but nothing is answered. */
  freeze(): void
  thaw(): void
}

type Recipe = {
  /** Shell commands that fill $FOLDER before the first start. */
  prepare: string
  /** The command; the port follows as its last argument. */
  command: (folder: string) => string[]
  stopSignal: 'QUIT' | 'INT' | 'TERM'
  url: (port: number) => string
  answers: (url: string) => Promise<boolean>
  env?: Record<string, string>
  user?: { uid: number; gid: number } | undefined
}

// The shell waits on a pipe that only our process holds open. However our process ends, by kill -9 too, the pipe
// closes, and the shell stops the server and removes its folder. `trap` keeps the shell from being killed when its
// `echo` writes to a closed pipe. The signal is repeated because a server that has just started does not handle it yet.
const GUARD = `
trap '' PIPE
exec 3<&0
eval "$PREPARE" >>"$FOLDER/log" 2>&1 3<&- || echo ended
while read -r word port <&3; do
  [ "$word" = start ] || continue
  "$@" "$port" </dev/null 3<&- >>"$FOLDER/log" 2>&1 & server=$!
  {
    read -r word <&3
    while kill -CONT $server && kill -$STOP_SIGNAL $server; do sleep 1; done
  } >/dev/null 2>&1 & reader=$!
  echo "pid $server"
  wait $server
  kill $reader 2>/dev/null
  wait $reader
  echo ended
done
rm -rf "$FOLDER"
`

export async function startPrivateServer(recipe: Recipe): Promise<PrivateServer> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-server-'))
  if (recipe.user) chownSync(folder, recipe.user.uid, recipe.user.gid)
  const guard = guardIn(folder, recipe)
  const port = await startOnFreePort(guard, recipe, folder)
  const url = recipe.url(port)

  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of processTree(guard.pid())) send(pid, signal)
  }
  const freeze = () => freezeTree(guard.pid())
  return {
    url,
    start: async () => {
      // Leftovers of a crash, such as the shared memory of a process that is still ending, disappear within moments.
      for (let tries = 0; tries < 100; tries++) {
        if (await comesUp(guard, recipe, port)) return
        await sleep(200)
      }
      throw new Error(`No start on port ${port}:\n${logOf(folder)}`)
    },
    stop: async () => {
      signalAll('SIGCONT')
      guard.say('stop')
      await guard.ended()
      await untilRefused(port)
    },
    crash: async () => {
      freeze()
      signalAll('SIGKILL')
      await guard.ended()
      await untilRefused(port)
    },
    freeze,
    thaw: () => signalAll('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      if (guard.isRunning()) signalAll('SIGCONT')
      await guard.close()
    },
  }
}

/** Another server may take the free port before ours does. Ours then exits at once, and we try the next port. */
async function startOnFreePort(guard: Guard, recipe: Recipe, folder: string) {
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = await freePort()
    if (await comesUp(guard, recipe, port)) return port
  }
  const log = logOf(folder)
  await guard.close()
  rmSync(folder, { recursive: true, force: true })
  throw new Error(`A private server did not start in ${folder}:\n${log}`)
}

async function comesUp(guard: Guard, recipe: Recipe, port: number) {
  guard.say(`start ${port}`)
  await guard.begun()
  while (guard.isRunning()) {
    if (await recipe.answers(recipe.url(port))) return true
    await sleep(20)
  }
  return false
}

type Guard = ReturnType<typeof guardIn>

function guardIn(folder: string, { command, prepare, stopSignal, user, env }: Recipe) {
  const shell = spawn('sh', ['-c', GUARD, 'guard', ...command(folder)], {
    detached: true, // Ctrl-C reaches us, not the server
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: folder,
    env: { ...process.env, ...env, FOLDER: folder, PREPARE: prepare, STOP_SIGNAL: stopSignal, LC_ALL: 'C' },
    ...user,
  })
  let pid: number | undefined
  let heard = Promise.withResolvers<void>()
  createInterface(shell.stdout).on('line', (line) => {
    pid = line.startsWith('pid ') ? Number(line.slice(4)) : undefined
    heard.resolve()
    heard = Promise.withResolvers<void>()
  })
  const closed = new Promise<void>((resolve) => shell.once('close', () => resolve()))
  let isGone = false
  shell.once('exit', () => {
    isGone = true
    pid = undefined
    heard.resolve()
  })
  shell.stdin.on('error', () => {}) // EPIPE once the shell is gone
  const held = holdOnlyFor([shell, shell.stdin as Socket, shell.stdout as Socket])
  return {
    say: (line: string) => shell.stdin.write(`${line}\n`),
    pid: () => {
      if (pid === undefined) throw new Error('The private server is not running.')
      return pid
    },
    isRunning: () => pid !== undefined,
    begun: async () => {
      if (pid === undefined && !isGone) await held(heard.promise)
    },
    ended: async () => {
      while (pid !== undefined) await held(heard.promise)
    },
    close: () => {
      shell.stdin.end()
      return held(closed)
    },
  }
}

/** An idle server must not keep a finished test file from exiting. The handles hold the process only while we wait. */
function holdOnlyFor(handles: readonly { ref(): unknown; unref(): unknown }[]) {
  for (const handle of handles) handle.unref()
  return async (promise: Promise<unknown>) => {
    for (const handle of handles) handle.ref()
    await promise
    for (const handle of handles) handle.unref()
  }
}

/** A running process may fork while others are being stopped, so this repeats until the tree has no new process. */
function freezeTree(root: number) {
  const stopped = new Set<number>()
  for (;;) {
    const others = processTree(root).filter((pid) => !stopped.has(pid))
    if (others.length === 0) return
    for (const pid of others) {
      send(pid, 'SIGSTOP')
      stopped.add(pid)
    }
  }
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process ended meanwhile.
  }
}

function logOf(folder: string) {
  const path = join(folder, 'log')
  return existsSync(path)
    ? readFileSync(path, 'utf8').trim()
    : "It could not write there: look at the folder's rights."
}

/** A child being forked outlives its parent for moments, and keeps the inherited port open. */
async function untilRefused(port: number) {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
    } catch {
      return
    } finally {
      socket.destroy()
    }
    await sleep(20)
  }
}
