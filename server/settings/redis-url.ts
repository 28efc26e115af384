import { UNREADABLE, urlOf } from './addresses.ts'
import type { Wrong } from './setting.ts'

/** What is refused here would make the driver throw: a wrong database only once it connects, which ends the process. */
export function redisUrlOf(text: string | undefined, wrong: Wrong): string | undefined {
  const url = urlOf('REDIS_URL', text, ['redis:', 'rediss:'], wrong)
  if (!url || !URL.canParse(url)) return url
  const { username, password, pathname, searchParams } = new URL(url)
  if (!isEncoded(username + password)) wrong(`REDIS_URL ${UNREADABLE}`)
  const database = searchParams.get('db') ?? pathname.slice(1)
  if (!/^\d*$/.test(database))
    wrong(`REDIS_URL names the database "${database}". End it with a number, such as /1, or leave it out.`)
  return url
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
