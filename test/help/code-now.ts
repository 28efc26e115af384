import type { TestApp } from '../../harness/app/app.ts'
import { stepAt, totpCode } from '../../server/accounts/totp.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows for a secret, `steps` steps of time from now. */
export function codeNow({ world }: Pick<TestApp, 'world'>, secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return totpCode(Buffer.from(bytes), stepAt(world.now()) + steps)
}
