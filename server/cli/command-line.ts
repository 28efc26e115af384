import { ApiError } from '#contract/errors.ts'
import { Refused } from '../actions/refused.ts'
import { readConfig } from '../config.ts'
import { makeLog } from '../log.ts'
import { openWorld } from '../open-world.ts'
import type { Command, Outcome, RemoteInvocation, ServiceCommand } from './command.ts'
import { COMMANDS } from './commands.ts'
import { helpFor, overview } from './help.ts'
import { findCommand, parseCommand } from './parse.ts'

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const command = findCommand(COMMANDS, args)
  if (!command) return withoutCommand(args)
  try {
    const { values, words } = parseCommand(command, args)
    if (values.help) return say(helpFor(command))
    if ('settings' in command) return await becomeService(command, values)
    const outcome = await run(command, values, words)
    say(values.json ? JSON.stringify(outcome.json) : outcome.text)
    return outcome.failed ? 1 : 0
  } catch (error) {
    console.error(sentenceOf(error))
    return 1
  }
}

function withoutCommand(args: string[]): number {
  const asked = args.filter((arg) => !arg.startsWith('-')).join(' ')
  if (asked === '' || asked === 'help') return say(overview(COMMANDS))
  console.error(`haat has no command "${asked}". See "haat --help".`)
  return 1
}

/** Loaded only here: no other command needs the whole program. */
async function becomeService(command: ServiceCommand, values: Record<string, unknown>): Promise<number> {
  const { serve } = await import('../service.ts')
  await serve(command.settings((name) => values[name] as string | undefined))
  return 0
}

async function run(
  command: Exclude<Command, ServiceCommand>,
  values: Record<string, unknown>,
  words: string[],
): Promise<Outcome> {
  const read = readConfig(process.env)
  if ('problems' in read) {
    if ('onWrongSettings' in command) return command.onWrongSettings!(read.problems)
    throw new Refused(read.problems.join('\n'))
  }
  const { config } = read
  const invocation: RemoteInvocation = {
    config,
    words,
    option: (name) => values[name] as string | undefined,
    options: (name) => (values[name] as string[] | undefined) ?? [],
    progress: (sentence) => void (process.stderr.isTTY && process.stderr.write(`\r\x1b[K${sentence}`)),
    print: values.json ? console.error : console.log,
    get stop() {
      return stopSignal()
    },
  }
  if ('runRemotely' in command) return await command.runRemotely(invocation)
  await using world = await openWorld(config, { log: makeLog('warn'), migrates: command.migrates ?? 'new' })
  return await command.run(Object.assign(invocation, { world }))
}

/** Only who asks for it takes Ctrl-C into its own hands. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort()).once('SIGTERM', () => stopping.abort())
  return stopping.signal
}

function say(text: string): number {
  console.log(text)
  return 0
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refused || error instanceof ApiError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return 'The database of DATABASE_URL does not answer. Is it running?'
  return `Something unexpected went wrong: ${message}`
}
