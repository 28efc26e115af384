/** What a form holds: its fields as text, its files as bytes. Of two values under one name the first counts. */
export interface Form {
  fields: Map<string, string>
  files: Map<string, Uint8Array>
}

const MOST_PARTS = 100
const MOST_HEAD_BYTES = 8 * 1024
const NAME = /^[\w-]{1,64}$/
const BLANK_LINE = '\r\n\r\n'

/** The boundary that a content type names; undefined where it is none that a browser would send. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? bare
}

/**
 * Takes multipart/form-data apart, as browsers write it (RFC 7578). The whole body is in memory and bounded already, and
 * files are views into it. Undefined where it is not well formed to its last boundary.
 */
export function parseMultipart(bytes: Buffer, boundary: string): Form | undefined {
  const opening = Buffer.from(`--${boundary}`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  if (!bytes.subarray(0, opening.length).equals(opening)) return undefined
  const form: Form = { fields: new Map(), files: new Map() }
  let at = opening.length
  for (let part = 0; part <= MOST_PARTS; part++) {
    const tail = bytes.toString('latin1', at, at + 2)
    if (tail === '--') return form
    if (tail !== '\r\n') return undefined
    const end = bytes.indexOf(delimiter, at)
    if (end === -1 || !addPart(form, bytes.subarray(at + 2, end))) return undefined
    at = end + delimiter.length
  }
  return undefined
}

function addPart(form: Form, part: Buffer): boolean {
  const headEnd = part.subarray(0, MOST_HEAD_BYTES).indexOf(BLANK_LINE)
  if (headEnd === -1) return false
  const disposition = dispositionOf(part.toString('utf8', 0, headEnd))
  if (!disposition) return false
  const { name, isFile } = disposition
  const content = part.subarray(headEnd + BLANK_LINE.length)
  if (!NAME.test(name)) return true // nothing that our forms ask for
  if (isFile) {
    if (!form.files.has(name)) form.files.set(name, content)
  } else if (!form.fields.has(name)) form.fields.set(name, fieldText(content.toString('utf8')))
  return true
}

function dispositionOf(head: string): { name: string; isFile: boolean } | undefined {
  const line = head.split('\r\n').find((each) => /^content-disposition:/i.test(each))
  const [, name] = /^content-disposition:\s*form-data\s*;(?:.*;)?\s*name="([^"]*)"/i.exec(line ?? '') ?? []
  return name === undefined ? undefined : { name, isFile: /;\s*filename\*?=/i.test(line ?? '') }
}

/** Browsers send every line break of a field as CR and LF. */
export const fieldText = (text: string): string => text.replaceAll('\r\n', '\n')
