import { hash, randomBytes } from 'node:crypto'

const BYTES = 32

/** The secret in a cookie or a link; only its hash is stored. It is random enough to need no salt. */
export const newToken = (): string => randomBytes(BYTES).toString('base64url')

export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')
