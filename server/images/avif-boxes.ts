import { type Block, walk } from './image-blocks.ts'

type Box = { kind: string; content: Buffer }

export function only(bytes: Buffer, kind: string): Buffer {
  const [found, another] = boxesIn(bytes).filter((box) => box.kind === kind)
  if (!found || another) throw new Error(`Not one ${kind}`)
  return found.content
}

export function boxesIn(bytes: Buffer): Box[] {
  const blocks = walk(
    (start) => boxAt(bytes, start),
    ({ end }) => end + 8 > bytes.length,
  )
  if (!blocks) throw new Error('Not made of boxes')
  return blocks.map(({ kind, start, end }) => ({ kind, content: bytes.subarray(start, end) }))
}

/** The content of a box. A length of 0 means up to the end; 1 means that the length is in eight further bytes. */
function boxAt(bytes: Buffer, start: number): Block {
  const length = bytes.readUInt32BE(start)
  const head = length === 1 ? 16 : 8
  const whole = length === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : length || bytes.length - start
  const end = start + whole
  if (whole < head || end > bytes.length) throw new Error('A box that is longer than what it is in')
  return { kind: bytes.toString('latin1', start + 4, start + 8), start: start + head, end }
}
