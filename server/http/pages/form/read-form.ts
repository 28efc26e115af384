import type { FastifyRequest } from 'fastify'
import { ApiError, refuse } from '#contract/errors.ts'
import { networkOf } from '../../../rules/network/network.ts'
import type { BodyReader } from '../../bodies/body-reader.ts'
import { boundaryOf, type Form, fieldText, parseMultipart } from './parse-multipart.ts'

/** Only a multipart form can hold files. */
type FormLimits = { textBytes: number; filesBytes?: number }

/** A form; `release` returns its memory, which also holds its files. */
type ReadForm = Form & { release(): void }

export async function readForm(
  bodies: BodyReader,
  request: FastifyRequest,
  { textBytes, filesBytes = 0 }: FormLimits,
): Promise<ReadForm> {
  const contentType = request.headers['content-type'] ?? ''
  const parse = parserOf(contentType, textBytes)
  if (!parse) throw refuse('bad_request')
  const limitBytes = MULTIPART.test(contentType) ? textBytes + filesBytes : textBytes
  const received = await bodies.readBytes(request.raw, limitBytes, networkOf(request.ip))
  if ('refusal' in received) throw new ApiError(received.refusal)
  const { bytes, release } = received
  try {
    const form = await parse(bytes)
    if (form) return { ...form, release }
    throw refuse('bad_request')
  } catch (error) {
    release()
    throw error
  }
}

const MULTIPART = /^multipart\/form-data\b/i

type Parse = (bytes: Buffer) => Form | undefined | Promise<Form | undefined>

function parserOf(contentType: string, textBytes: number): Parse | undefined {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    return (bytes) => parsePairs(bytes.toString('utf8'))
  }
  const boundary = MULTIPART.test(contentType) ? boundaryOf(contentType) : undefined
  return boundary ? (bytes) => parseMultipart(bytes, boundary, textBytes) : undefined
}

function parsePairs(text: string): Form {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (!fields.has(name)) fields.set(name, fieldText(value))
  }
  return { fields, files: new Map() }
}
