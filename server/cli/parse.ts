import { parseArgs } from 'node:util'
import { Refused } from '../actions/refused.ts'
import type { Command, UnopenedInvocation } from './command.ts'

export type Values = Record<string, string | boolean | Array<string | boolean> | undefined>

type Options = Pick<UnopenedInvocation, 'option' | 'isGiven' | 'required' | 'options'>

interface Parsed {
  values: Values
  words: string[]
}

const GLOBAL = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

export function parseCommand(command: Command, args: readonly string[]): Parsed {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value, multiple }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), multiple: multiple ?? false },
    ]),
  )
  const { values, positionals } = read(command, [...args], { ...options, ...GLOBAL })
  const words = positionals.slice(command.name.split(' ').length)
  if (!values.help) {
    requireOptions(command, values)
    requireWords(command, words)
  }
  return { values, words }
}

/** The functions by which a command reads its options. */
export function optionsIn(values: Values): Options {
  const option = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    option,
    isGiven: (name) => values[name] !== undefined,
    required(name) {
      const value = option(name)
      if (value === undefined) throw new Error(`--${name} is not declared as required`)
      return value
    },
    options: (name) => [values[name] ?? []].flat().filter((value) => typeof value === 'string'),
  }
}

function read(
  command: Command,
  args: string[],
  options: NonNullable<Parameters<typeof parseArgs>[0]>['options'],
) {
  try {
    return parseArgs({ args, options: options!, allowPositionals: true })
  } catch (error) {
    throw new Refused(`${said(error as Error)}. See "haat ${command.name} --help".`)
  }
}

/** Shortens Node's message, which guesses at length when another option follows one that needs a value. */
function said({ message }: Error): string {
  const [, needy] =
    /^Option '(?:-\w, )?(--[^' ]+)[^']*' argument (?:missing|is ambiguous)/.exec(message) ?? []
  return needy ? `${needy} needs a value` : message.split('. ')[0]!
}

function requireOptions(command: Command, values: Values) {
  const missing = Object.entries(command.options).filter(([name, { required }]) => required && !values[name])
  if (missing.length === 0) return
  const names = missing.map(([name, { value }]) => `--${name} ${value ?? ''}`.trim()).join(', ')
  throw new Refused(`"haat ${command.name}" needs ${names}`)
}

function requireWords(command: Command, words: string[]) {
  const expected = command.words ?? []
  if (words.length < expected.length) throw new Refused(`"haat ${command.name}" needs ${expected.join(' ')}`)
  if (words.length > expected.length) {
    throw new Refused(`"haat ${command.name}" does not know what to do with "${words[expected.length]}"`)
  }
}
