import type { Config } from '../config.ts'
import type { World } from '../world.ts'

export interface Option {
  help: string
  /** What stands for the value in the help; a yes/no option has none. */
  value?: string
  required?: true
  multiple?: true
}

export interface Invocation {
  world: World
  config: Config
  /** The value of an option that was given. */
  option(name: string): string | undefined
  options(name: string): string[]
  /** The words that are no options, as many as the command declares. */
  words: string[]
  /** Tells a person how far a long command has come. */
  progress(sentence: string): void
}

export interface Outcome {
  /** The one object that scripts get. */
  json: object
  /** The lines that people get. */
  text: string
}

export interface Command {
  name: string
  summary: string
  options: Record<string, Option>
  /** Names of the words that must follow. */
  words?: readonly string[]
  run(invocation: Invocation): Promise<Outcome>
}

export const STORE_OPTION: Record<'store', Option> = {
  store: { value: 'ID', help: 'the store', required: true },
}
