import { resolve } from 'node:path'
import { ApiError } from '#contract/errors.ts'
import { Refused } from '../actions/refused.ts'
import { type Config, readConfig } from '../config.ts'
import { letHeapGrow } from '../let-heap-grow.ts'
import { makeLog } from '../log.ts'
import { openWorld } from '../open-world.ts'
import { failureSentence } from '../operations/failure-words.ts'
import { lookalikeSentence } from '../settings/lookalikes.ts'
import type { Command, Outcome, ServiceCommand, UnopenedInvocation } from './command.ts'
import { optionsIn, type Values } from './parse.ts'
import { readLine } from './read-line.ts'

// The reader of the output may stop before the end, as head does. The exit status stays the command's.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => void (code === 'EPIPE' || process.exit(1)))
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  try {
    const line = await readLine(args)
    if ('says' in line) return line.isWrong ? complain(line.says) : say(line.says)
    const { command, values, words } = line
    if ('settings' in command) return await becomeService(command, values)
    const outcome = await run(command, values, words)
    say(values.json ? JSON.stringify(outcome.json) : outcome.text)
    return outcome.failed ? 1 : 0
  } catch (error) {
    return complain(sentenceOf(error))
  }
}

/** Imported only here: no other command needs the whole program. */
async function becomeService(command: ServiceCommand, values: Values): Promise<number> {
  const { serve } = await import('../service.ts')
  await serve(command.settings(optionsIn(values).option))
  return 0
}

async function run(
  command: Exclude<Command, ServiceCommand>,
  values: Values,
  words: string[],
): Promise<Outcome> {
  const read = readConfig(process.env, { listens: command.judgesStart ?? false })
  if ('problems' in read) {
    if ('onWrongSettings' in command) return command.onWrongSettings!(read.problems)
    throw new Refused(read.problems.join('\n'))
  }
  const { config } = read
  // The doctor, which runs with wrong settings too, reports each of them itself.
  if (!('onWrongSettings' in command))
    for (const each of config.lookalikes) console.error(lookalikeSentence(each))
  const invocation = invocationOf(config, values, words)
  try {
    if ('runUnopened' in command) {
      letHeapGrow()
      return await command.runUnopened(invocation)
    }
    const migrates = command.migrates ?? 'new'
    // Migrations are logged as at a start of the service: they may take minutes.
    const log = makeLog(migrates === 'any' ? 'info' : 'warn')
    await using world = await openWorld(config, { log, migrates })
    letHeapGrow()
    return await command.run(Object.assign(invocation, { world }))
  } catch (error) {
    const says = failureSentence(error, config)
    throw says === undefined ? error : new Refused(says)
  }
}

function invocationOf(config: Config, values: Values, words: string[]): UnopenedInvocation {
  let stop: AbortSignal | undefined
  return {
    config,
    words,
    // npm runs scripts in the package's folder, and puts the user's own into INIT_CWD.
    pathOf: (text) => resolve(process.env.INIT_CWD ?? '.', text),
    ...optionsIn(values),
    progress: (sentence) => void (process.stderr.isTTY && process.stderr.write(`\r\x1b[K${sentence}`)),
    print: values.json ? console.error : console.log,
    get log() {
      return makeLog('warn')
    },
    get stop() {
      stop ??= stopSignal()
      return stop
    },
  }
}

/**
 * Created on first use, so that only commands that ask for it handle Ctrl-C themselves. Such a command has no other
 * end, so it also stops when the reader of its output is gone.
 */
function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  process.stdout.once('error', stop)
  return stopping.signal
}

function say(text: string): number {
  console.log(text)
  return 0
}

function complain(text: string): number {
  console.error(text)
  return 1
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refused || error instanceof ApiError) return error.message
  return `Something unexpected went wrong: ${(error as Error).message}`
}
