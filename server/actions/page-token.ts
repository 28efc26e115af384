import { randomBytes } from 'node:crypto'

const BYTES = 24

/**
 * In the address of an order's page and of a payment's: who knows it may see them, and nobody guesses it. It ends with no
 * sign: of what it takes for a link in a text, Android leaves out a hyphen that stands before a space.
 */
export function newPageToken(): string {
  for (;;) {
    const token = randomBytes(BYTES).toString('base64url')
    if (!/[_-]$/.test(token)) return token
  }
}
