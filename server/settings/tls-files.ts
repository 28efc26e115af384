import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Wrong } from './setting.ts'

export interface Tls {
  cert: Buffer
  key: Buffer
}

export function tlsOf(cert: string | undefined, key: string | undefined, wrong: Wrong): Tls | undefined {
  if (!cert && !key) return undefined
  if (!cert || !key) {
    wrong(
      `${cert ? 'TLS_KEY' : 'TLS_CERT'} is not set. HTTPS needs both: the files of the certificate and of its key.`,
    )
    return undefined
  }
  const read = (name: string, path: string) => {
    try {
      return readFileSync(path)
    } catch {
      wrong(`${name} names ${path}, which cannot be read. Name a PEM file that this user may read.`)
      return Buffer.alloc(0)
    }
  }
  const tls = { cert: read('TLS_CERT', cert), key: read('TLS_KEY', key) }
  if (tls.cert.length > 0 && tls.key.length > 0 && !isPair(tls)) {
    wrong(
      'TLS_CERT and TLS_KEY are no certificate and the key that belongs to it. Name the PEM files of a pair.',
    )
  }
  return tls
}

function isPair(tls: Tls): boolean {
  try {
    createSecureContext(tls)
    return true
  } catch {
    return false
  }
}
