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

/** The present content of the files; empty for one that cannot be read. */
export function readTls(files: TlsFiles, wrong: Wrong): Tls {
  const cert = read('TLS_CERT', files.cert, wrong)
  const key = read('TLS_KEY', files.key, wrong)
  if (key?.includes('ENCRYPTED')) {
    wrong(
      `TLS_KEY names ${files.key}, which is locked with a password. Name one without: openssl pkey -in FILE -out OTHER_FILE makes it.`,
    )
  } else if (cert && key && !isPair(cert, key)) {
    wrong(
      'TLS_CERT and TLS_KEY are not a certificate and the key that belongs to it. Name the PEM files of a pair.',
    )
  }
  const nothing = Buffer.alloc(0)
  return { cert: cert ?? nothing, key: key ?? nothing, readFrom: files }
}

function read(name: string, path: string, wrong: Wrong): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    wrong(`${name} names ${path}, which cannot be read. Name a PEM file that this user may read.`)
    return undefined
  }
}

function isPair(cert: Buffer, key: Buffer): boolean {
  try {
    createSecureContext({ cert, key })
    return true
  } catch {
    return false
  }
}
