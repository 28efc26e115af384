import { UNREADABLE } from './addresses.ts'
import type { Wrong } from './setting.ts'

/** The modes that the driver knows; it silently takes any other for the strictest. */
const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']

const beginsRight = (text: string) => /^postgres(ql)?:\/\//.test(text)

export const isPostgresUrl = (text: string): boolean => beginsRight(text) && URL.canParse(text)

export function judgeDatabaseUrl(text: string, wrong: Wrong) {
  if (!beginsRight(text))
    return wrong(
      'DATABASE_URL is not a PostgreSQL address. Use postgres://user:password@host:5432/name, or unset it for SQLite.',
    )
  if (!URL.canParse(text)) return wrong(`DATABASE_URL ${UNREADABLE}`)
  const mode = new URL(text).searchParams.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode))
    wrong(`sslmode in DATABASE_URL is "${mode}". Use one of ${SSL_MODES.join(', ')}.`)
}
