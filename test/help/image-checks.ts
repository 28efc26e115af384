import assert from 'node:assert/strict'
import { crc32, deflateSync } from 'node:zlib'
import { checkImage } from '../../server/images/check-image.ts'

export const small = { width: 64, height: 48 }

export async function accepted(bytes: Uint8Array) {
  const result = await checkImage(bytes, 'a store')
  assert.ok('image' in result, `refused: ${JSON.stringify(result)}`)
  return result.image
}

export async function refused(bytes: Uint8Array, problem: 'format' | 'megapixels') {
  const result = await checkImage(bytes, 'a store')
  assert.equal('problem' in result ? result.problem : 'accepted', problem)
}

export const pngChunk = (kind: string, content: string | Buffer) => {
  const named = Buffer.concat([Buffer.from(kind), Buffer.from(content as string)])
  const bytes = Buffer.concat([Buffer.alloc(4), named, Buffer.alloc(4)])
  bytes.writeUInt32BE(named.length - 4)
  bytes.writeUInt32BE(crc32(named), bytes.length - 4)
  return bytes
}

/** A complete black picture with one bit per pixel, made in a tenth of sharp's time for many megapixels. */
export function blackPng({ width, height }: { width: number; height: number }) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + width / 8) * height))
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', '')]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** The offset of the first block, after the header and its colour table. */
export const gifStart = (gif: Buffer) => 13 + (gif[10]! & 0x80 ? 3 * 2 ** ((gif[10]! & 7) + 1) : 0)
