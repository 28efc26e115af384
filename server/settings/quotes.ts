import type { Wrong } from './setting.ts'

/** Some ways to give settings take quotes away, as a shell and systemd do, and some do not, as `docker run --env-file`. */
export const isQuoted = (text: string): boolean => /^(["']).*\1$/s.test(text) && text.length > 1

export function withoutQuotes(name: string, text: string, wrong: Wrong): string {
  if (!isQuoted(text)) return text
  wrong(`${name} is in quotes, which would be part of it. Leave them out.`)
  return text.slice(1, -1)
}
