import type { Command } from './command.ts'
import { allCommands, commandsUnder, findCommand } from './commands.ts'
import { helpFor, listOf, overview } from './help.ts'
import { parseCommand, type Values } from './parse.ts'
import { VERSION } from './version.ts'

interface ToRun {
  command: Command
  values: Values
  words: string[]
}

/** The answer to a line that runs no command: help, or what is wrong with it. */
interface ToSay {
  says: string
  isWrong: boolean
}

/** Finds what a command line asks for; refuses a command whose required options or words are missing. */
export async function readLine(line: readonly string[]): Promise<ToRun | ToSay> {
  const args = asHelp(line)
  const command = await findCommand(args)
  if (!command) return await withoutCommand(args)
  const { values, words } = parseCommand(command, args)
  return values.help ? told(helpFor(command)) : { command, values, words }
}

/** Turns `help webhook add` into `webhook add --help`. */
function asHelp([first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return []
  return first === 'help' ? [...rest, '--help'] : [first, ...rest]
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

async function withoutCommand(args: string[]): Promise<ToSay> {
  if (args.some((arg) => /^(--version|-v)$/.test(arg))) return told(VERSION)
  const words = args.filter((arg) => !arg.startsWith('-'))
  const unknown = args.find((arg) => arg.startsWith('-') && !isHelp(arg))
  if (words.length === 0 && !unknown) return told(overview(await allCommands()))
  const near = await commandsUnder(words[0] ?? '')
  if (near.length > 0 && words.length === 1 && args.some(isHelp)) return told(listOf(near))
  const missing = words.length === 0 ? `option "${unknown}"` : `command "${words.join(' ')}"`
  return {
    says:
      near.length > 0
        ? `haat has no ${missing}. There are:\n${listOf(near)}`
        : `haat has no ${missing}. See "haat --help".`,
    isWrong: true,
  }
}

const told = (says: string): ToSay => ({ says, isWrong: false })
