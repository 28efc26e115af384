import { randomBytes } from 'node:crypto'

const BYTES = 24

/**
 * Part of the address of an order's or a payment's page: it cannot be guessed, and whoever knows it may see the page.
 * It ends in a letter or a digit, because Android leaves a hyphen at the end of a link in a text out of the link.
 */
export function newPageToken(): string {
  for (;;) {
    const token = randomBytes(BYTES).toString('base64url')
    if (!/[_-]$/.test(token)) return token
  }
}
