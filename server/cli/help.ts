import type { Command, Option } from './command.ts'

export const overview = (commands: readonly Command[]): string =>
  [
    'haat: runs and looks after a Haat service. It works on the database that the settings name.',
    '',
    listOf(commands),
    '',
    'Every command takes --help, and --json for one JSON object on standard output.',
    'haat --version says which version this is.',
  ].join('\n')

export function listOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')
}

export function helpFor(command: Command): string {
  const usage = [
    `haat ${command.name}`,
    ...Object.entries(command.options).map(inUsage),
    ...(command.words ?? []),
  ]
  const rows = Object.entries(command.options).map(([name, { value, help }]) => [
    `--${name} ${value ?? ''}`.trim(),
    help,
  ])
  const width = Math.max(0, ...rows.map(([left]) => left!.length))
  return [
    command.summary,
    '',
    `  ${usage.join(' ')}`,
    ...(rows.length > 0 ? ['', ...rows.map(([left, help]) => `  ${left!.padEnd(width)}  ${help}`)] : []),
  ].join('\n')
}

function inUsage([name, { value, required, multiple }]: [string, Option]): string {
  const text = `--${name}${value ? ` ${value}` : ''}`
  return `${required ? text : `[${text}]`}${multiple ? '…' : ''}`
}
