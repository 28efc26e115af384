import type { Config } from '../config.ts'
import type { World } from '../world.ts'

export interface Option {
  help: string
  /** What stands for the value in the help; a yes/no option has none. */
  value?: string
  required?: true
  multiple?: true
}

/** What a command is given for which no world is opened: it asks a service elsewhere, or takes the data as they are. */
export interface UnopenedInvocation {
  config: Config
  /** The value of an option that was given with one. */
  option(name: string): string | undefined
  /** Whether an option was given: all that a yes/no option says. */
  isGiven(name: string): boolean
  /** The value of one that the command declares as required. */
  required(name: string): string
  options(name: string): string[]
  /** The words that are no options, as many as the command declares. */
  words: string[]
  /** A file as the person who named it meant it. */
  pathOf(text: string): string
  /** Tells a person how far a long command has come. */
  progress(sentence: string): void
  /** A line of output while the command goes on. */
  print(line: string): void
  /** Given when the person or the system wants the command to end. */
  readonly stop: AbortSignal
}

export interface Invocation extends UnopenedInvocation {
  world: World
}

export interface Outcome {
  /** The one object that scripts get. */
  json: object
  /** The lines that people get. */
  text: string
  /** Something is not as it should be: said as usual, and the exit status is 1. */
  failed?: boolean
}

interface Described {
  name: string
  summary: string
  options: Record<string, Option>
  /** Names of the words that must follow. */
  words?: readonly string[]
  /** Says whether a service would start: refuses an address, too, on which the command itself never listens. */
  judgesStart?: true
}

export interface OpenedCommand extends Described {
  /** Which databases it brings up to date before; new ones, unless something else is said. */
  migrates?: 'any' | 'none'
  run(invocation: Invocation): Promise<Outcome>
}

export interface UnopenedCommand extends Described {
  /** What it says where the settings are wrong; other commands only refuse. */
  onWrongSettings?(problems: string[]): Outcome
  runUnopened(invocation: UnopenedInvocation): Promise<Outcome>
}

/** Becomes the service itself, with these settings over those of the environment. */
export interface ServiceCommand extends Described {
  settings(option: UnopenedInvocation['option']): Record<string, string>
}

export type Command = OpenedCommand | UnopenedCommand | ServiceCommand

export const STORE_OPTION: Record<'store', Option> = {
  store: { value: 'ID', help: 'the store', required: true },
}
