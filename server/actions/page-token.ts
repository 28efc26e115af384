import { randomBytes } from 'node:crypto'

const BYTES = 24

/** In the address of an order's page and of a payment's: who knows it may see them, and nobody guesses it. */
export const newPageToken = (): string => randomBytes(BYTES).toString('base64url')
