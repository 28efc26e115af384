import type { Wrong } from './setting.ts'

/** A shell and systemd remove quotes around a value; others, such as `docker run --env-file`, keep them. */
export const isQuoted = (text: string): boolean => /^(["']).*\1$/s.test(text)

export function withoutQuotes(name: string, text: string, wrong: Wrong): string {
  if (!isQuoted(text)) return text
  wrong(`${name} is in quotes, which would become part of it. Leave them out.`)
  return text.slice(1, -1)
}
