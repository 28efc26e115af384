import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { DAY_MS } from '../../server/rules/values/durations.ts'

const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')

/** One DER value: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'))
const yes = der(1, Buffer.from([255]))
const commonName = (text: string) => sequence(der(0x31, sequence(oid('550403'), der(12, Buffer.from(text)))))

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x18, Buffer.from(digits))
}

function alternativeName(name: string): Buffer {
  const bytes = name.split('.').map(Number)
  return bytes.every(Number.isInteger) ? der(0x87, Buffer.from(bytes)) : der(0x82, Buffer.from(name))
}

export interface Certificate {
  cert: string
  key: string
}

interface Wish {
  name: string
  /** The host names and IPv4 addresses that it is valid for; an authority has none. */
  hosts?: string[]
  from?: number
  to?: number
  /** Undefined for a self-signed certificate. */
  issuer?: (Certificate & { name: string }) | undefined
}

/** A certificate as an authority would issue it. */
export function makeCertificate({ name, hosts, from, to, issuer }: Wish): Certificate & { name: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signer: KeyObject = issuer ? createPrivateKey(issuer.key) : privateKey
  const extension = hosts
    ? sequence(oid('551d11'), der(4, sequence(...hosts.map(alternativeName))))
    : sequence(oid('551d13'), yes, der(4, sequence(yes)))
  const body = sequence(
    der(0xa0, der(2, Buffer.from([2]))),
    der(2, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    commonName(issuer?.name ?? name),
    sequence(time(from ?? Date.now() - DAY_MS), time(to ?? Date.now() + DAY_MS)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = der(3, Buffer.from([0]), sign('sha256', body, signer))
  const base64 = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64')
  const lines = base64.match(/.{1,64}/g)!.join('\n')
  return { name, key, cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` }
}
