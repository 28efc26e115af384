import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { pino } from 'pino'
import type { Outcome } from '../../server/cli/command.ts'
import { findCommand } from '../../server/cli/commands.ts'
import { optionsIn, parseCommand } from '../../server/cli/parse.ts'
import type { TestApp } from './app.ts'
import { configOf, SECRET } from './config-of.ts'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, '../../server/cli/main.js')

/** Runs a command in this process on the app's own database: everything but the start of a process. */
export const outcomeIn =
  ({ world }: TestApp, config = configOf({}), stop = new AbortController().signal) =>
  async (...args: string[]): Promise<Outcome> => {
    const command = (await findCommand(args))!
    const { values, words } = parseCommand(command, args)
    const invocation = {
      config,
      world,
      words,
      pathOf: (text: string) => text,
      ...optionsIn(values),
      log: pino({ level: 'silent' }),
      progress: () => {},
      print: () => {},
      stop,
    }
    if ('settings' in command) throw new Error(`"haat ${command.name}" needs a process of its own`)
    return await ('run' in command ? command.run(invocation) : command.runUnopened(invocation))
  }

/** The same; returns the parsed JSON output. */
export const haatIn =
  (...of: Parameters<typeof outcomeIn>) =>
  // biome-ignore lint/suspicious/noExplicitAny: each test spells out the shape it expects.
  async (...args: string[]): Promise<any> =>
    JSON.parse(JSON.stringify((await outcomeIn(...of)(...args)).json))

/** The `haat` command as a process of its own, on the same data as an app. */
export function haatBeside(folder: string) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, HAAT_SECRET: SECRET }
  return {
    /** Runs the command to its end and returns its parsed JSON output. */
    async json(...args: string[]) {
      const { stdout } = await run(process.execPath, [MAIN, ...args, '--json'], { env })
      return JSON.parse(stdout)
    },
    /** Starts a command that runs until it is stopped. */
    start(...args: string[]) {
      const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      return {
        nextLine: async () => String((await lines.next()).value),
        async stop() {
          child.kill('SIGTERM')
          return await ended
        },
        async [Symbol.asyncDispose]() {
          child.kill('SIGKILL')
          await ended
        },
      }
    },
  }
}
