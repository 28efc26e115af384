import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Hashes, signs and seals with the service's own secret. Each purpose has a key derived from it. */
export interface Vault {
  /** The only form in which an API key is stored. */
  hashApiKey(key: string): string
  /** A signature that only this service can make or check, valid for this purpose only. */
  sign(purpose: string, text: string): string
  seal(text: string): string
  /** Throws if the text was not sealed under this secret. */
  open(sealed: string): string
}

const MOST_REMEMBERED = 50_000
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function makeVault(secret: string): Vault {
  const derived = new Map<string, Buffer>()
  const keyFor = (purpose: string): Buffer => {
    const known = derived.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', secret, '', `haat ${purpose}`, 32))
    derived.set(purpose, key)
    return key
  }
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')

  return {
    hashApiKey: remembered((key) => sign('api key', key)),
    sign,
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor('seal'), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', keyFor('seal'), bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}

/** A mark that identifies the secret without revealing anything about it. */
export const secretMark = (vault: Vault): string => vault.sign('backup', 'the same secret')

/** Caches a pure function, so nothing can go stale; the cache is emptied when it is full. */
function remembered(pure: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    let answer = known.get(text)
    if (answer === undefined) {
      answer = pure(text)
      if (known.size >= MOST_REMEMBERED) known.clear()
      known.set(text, answer)
    }
    return answer
  }
}
