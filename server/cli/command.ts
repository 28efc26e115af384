import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { World } from '../world.ts'

export interface Option {
  help: string
  /** The placeholder for the value in the help; a yes/no option has none. */
  value?: string
  required?: true
  multiple?: true
}

/** The arguments of a command that runs without an open world: it asks a service elsewhere, or handles the raw data. */
export interface UnopenedInvocation {
  config: Config
  /** The value of an option that was given with one. */
  option(name: string): string | undefined
  /** Whether an option was given; the only question for a yes/no option. */
  isGiven(name: string): boolean
  /** The value of an option that the command declares as required. */
  required(name: string): string
  options(name: string): string[]
  /** The words that are not options, as many as the command declares. */
  words: string[]
  /** The path of a file, relative to the folder in which the user ran the command. */
  pathOf(text: string): string
  /** For what a person has to know while the command works. */
  readonly log: Logger
  /** Shows a person the progress of a long command. */
  progress(sentence: string): void
  /** Prints a line while the command runs on. */
  print(line: string): void
  /** Aborted when the person or the system wants the command to end. */
  readonly stop: AbortSignal
}

export interface Invocation extends UnopenedInvocation {
  world: World
}

export interface Outcome {
  /** The JSON object for scripts. */
  json: object
  /** The text for people. */
  text: string
  /** Something is wrong: the output is the same, but the exit status is 1. */
  failed?: boolean
}

interface Described {
  name: string
  summary: string
  options: Record<string, Option>
  /** Names of the words that must follow. */
  words?: readonly string[]
  /**
   * The command says whether a service would start, so settings are judged as for a start, including an address on
   * which only a service listens.
   */
  judgesStart?: true
}

export interface OpenedCommand extends Described {
  /** Which databases are migrated first: new ones by default. */
  migrates?: 'any' | 'none'
  run(invocation: Invocation): Promise<Outcome>
}

export interface UnopenedCommand extends Described {
  /** Its outcome for wrong settings; other commands only refuse. */
  onWrongSettings?(problems: string[]): Outcome
  runUnopened(invocation: UnopenedInvocation): Promise<Outcome>
}

/** Turns into the service, with these settings overriding the environment's. */
export interface ServiceCommand extends Described {
  settings(option: UnopenedInvocation['option']): Record<string, string>
}

export type Command = OpenedCommand | UnopenedCommand | ServiceCommand

export const STORE_OPTION: Record<'store', Option> = {
  store: { value: 'ID', help: 'the store', required: true },
}
