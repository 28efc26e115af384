import { isIPv4 } from 'node:net'

/** How far an attempt came before it failed. */
export type Stage = 'dns' | 'address' | 'connect' | 'tls' | 'answer'

/** Why no answer came: the stage, whether time ran out in it, and the exact reason. */
export interface Failure {
  stage: Stage
  timedOut: boolean
  /** The code of the network or TLS library, such as CERT_HAS_EXPIRED. */
  code: string
  reason: string
  /** The address of the connection, if the failure names it. */
  address?: string | undefined
}

export class DeliveryError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.reason)
    this.failure = failure
  }
}

const TIMED_OUT: Record<Stage, string> = {
  dns: 'looking up the name',
  address: 'looking up the name',
  connect: 'connecting',
  tls: 'negotiating TLS',
  answer: 'waiting for the whole answer',
}

export const timeoutFailure = (stage: Stage, deadlineMs: number): Failure => ({
  stage,
  timedOut: true,
  code: 'TIMEOUT',
  reason: `Timeout: ${deadlineMs / 1000} seconds passed while ${TIMED_OUT[stage]}`,
})

const WORDS: Record<Stage, string> = {
  dns: 'DNS',
  address: 'Address',
  connect: 'Connect',
  tls: 'TLS',
  answer: 'Answer',
}

/**
 * Finds the reason in an OpenSSL message, among source locations. Node has a code for some of these, and only EPROTO
 * for others.
 */
const OPENSSL = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+)/

export function failureOf(error: NodeJS.ErrnoException & { address?: string }, stage: Stage): Failure {
  if (error instanceof DeliveryError) return error.failure
  const [first] = error instanceof AggregateError ? error.errors : [error]
  const message = first?.message || error.message
  const tls = OPENSSL.exec(message)?.[1]
  const code = tls
    ? `ERR_SSL_${tls.toUpperCase().replaceAll(' ', '_')}`
    : (first?.code ?? error.code ?? 'UNKNOWN')
  const said = tls ?? firstLine(message)
  const reason = `${WORDS[stage]}: ${said.includes(code) ? said : `${said} (${code})`}`
  return { stage, timedOut: false, code, reason, address: first?.address }
}

/** A failure of this machine or of the DNS servers that it asks, which says nothing about the receiver. */
export const isOwnFailure = ({ stage, code, address = '' }: Failure): boolean =>
  ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'].includes(code) ||
  // For IPv4: no local port is left. For IPv6: this machine cannot reach any IPv6 address, which does not pass.
  (code === 'EADDRNOTAVAIL' && isIPv4(address)) ||
  (stage === 'dns' && code === 'ECONNREFUSED')

/** Drops the library's advice to us, which does not help a seller. */
const firstLine = (text: string) => text.split(/\n|; if the root CA/)[0]!.slice(0, 300)
