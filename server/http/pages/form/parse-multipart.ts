import { setImmediate } from 'node:timers/promises'
import { ApiError } from '#contract/errors.ts'

/** A form's fields as text and its files as bytes. Of several values under one name, the first counts. */
export interface Form {
  fields: Map<string, string>
  files: Map<string, Uint8Array>
}

const MOST_PARTS = 100
const MOST_HEAD_BYTES = 8 * 1024
const NAME = /^[\w-]{1,64}$/
const BLANK_LINE = '\r\n\r\n'
const PIECE_BYTES = 1024 * 1024

/** The boundary of a content type; undefined where no browser would send such a boundary. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? bare
}

/**
 * Parses multipart/form-data as browsers write it (RFC 7578). The whole body is already in memory, bounded, and files
 * are views into it. Undefined where it is malformed anywhere up to its last boundary. All text together may have
 * `textBytes`, however much room there is for files.
 */
export async function parseMultipart(
  bytes: Buffer,
  boundary: string,
  textBytes: number,
): Promise<Form | undefined> {
  const opening = Buffer.from(`--${boundary}`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  if (!bytes.subarray(0, opening.length).equals(opening)) return undefined
  const form: Form = { fields: new Map(), files: new Map() }
  let at = opening.length
  let textLeft = textBytes
  for (let part = 0; part <= MOST_PARTS; part++) {
    const tail = bytes.toString('latin1', at, at + 2)
    if (tail === '--') return form
    if (tail !== '\r\n') return undefined
    const end = await indexInPieces(bytes, delimiter, at)
    const text = end === -1 ? undefined : addPart(form, bytes.subarray(at + 2, end), textLeft)
    if (text === undefined) return undefined
    textLeft -= text
    at = end + delimiter.length
  }
  return undefined
}

/** Searches piece by piece and yields after each, because a file may contain beginnings of a boundary without end. */
async function indexInPieces(bytes: Buffer, wanted: Buffer, from: number): Promise<number> {
  for (let at = from; at < bytes.length; at += PIECE_BYTES) {
    const found = bytes.subarray(at, at + PIECE_BYTES + wanted.length - 1).indexOf(wanted)
    if (found !== -1) return at + found
    await setImmediate()
  }
  return -1
}

/** Adds the part and returns its number of bytes of text; undefined where the part is malformed. */
function addPart(form: Form, part: Buffer, mostText: number): number | undefined {
  const headEnd = part.subarray(0, MOST_HEAD_BYTES).indexOf(BLANK_LINE)
  if (headEnd === -1) return undefined
  const disposition = dispositionOf(part.toString('utf8', 0, headEnd))
  if (!disposition) return undefined
  const { name, isFile } = disposition
  const content = part.subarray(headEnd + BLANK_LINE.length)
  if (!NAME.test(name)) return 0 // nothing that our forms ask for
  if (isFile) {
    if (!form.files.has(name)) form.files.set(name, content)
    return 0
  }
  if (content.length > mostText) throw new ApiError('body_too_large')
  if (!form.fields.has(name)) form.fields.set(name, fieldText(content.toString('utf8')))
  return content.length
}

function dispositionOf(head: string): { name: string; isFile: boolean } | undefined {
  const line = head.split('\r\n').find((each) => /^content-disposition:/i.test(each))
  const [, name] = /^content-disposition:\s*form-data\s*;(?:.*;)?\s*name="([^"]*)"/i.exec(line ?? '') ?? []
  return name === undefined ? undefined : { name, isFile: /;\s*filename\*?=/i.test(line ?? '') }
}

/** Browsers send every line break of a field as CR and LF. */
export const fieldText = (text: string): string => text.replaceAll('\r\n', '\n')
