import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Wrong } from './setting.ts'

interface TlsFiles {
  cert: string
  key: string
}

export interface Tls {
  cert: Buffer
  key: Buffer
  readFrom: TlsFiles
}

export function tlsOf(cert: string | undefined, key: string | undefined, wrong: Wrong): Tls | undefined {
  if (!cert && !key) return undefined
  if (!cert || !key) {
    wrong(
      `${cert ? 'TLS_KEY' : 'TLS_CERT'} is not set. HTTPS needs both: the files of the certificate and of its key.`,
    )
    return undefined
  }
  return readTls({ cert, key }, wrong)
}

/** What the files hold by now. */
export function readTls(files: TlsFiles, wrong: Wrong): Tls {
  const read = (name: string, path: string) => {
    try {
      return readFileSync(path)
    } catch {
      wrong(`${name} names ${path}, which cannot be read. Name a PEM file that this user may read.`)
      return Buffer.alloc(0)
    }
  }
  const tls = { cert: read('TLS_CERT', files.cert), key: read('TLS_KEY', files.key), readFrom: files }
  if (tls.cert.length > 0 && tls.key.length > 0 && !isPair(tls)) {
    wrong(
      'TLS_CERT and TLS_KEY are no certificate and the key that belongs to it. Name the PEM files of a pair.',
    )
  }
  return tls
}

function isPair({ cert, key }: Tls): boolean {
  try {
    createSecureContext({ cert, key })
    return true
  } catch {
    return false
  }
}
