import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline as pipe, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Refused } from '../actions/refused.ts'
import { syncFolder } from '../files/sync-folder.ts'
import type { DataRecord } from './records.ts'
import { splitLines } from './split-lines.ts'

/** Readable by the owner only: it contains customers' details. */
const MODE = 0o600
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/**
 * Writes JSON lines under zstd; the last line is the hash of all before it. The file appears under its name only when
 * it is complete.
 */
export async function writeBackup(path: string, records: AsyncIterable<DataRecord>): Promise<number> {
  await requireFree(path)
  const partial = `${path}.${randomUUID()}.partial`
  try {
    const file = createWriteStream(partial, { flags: 'wx', mode: MODE, flush: true })
    await pipeline(Readable.from(linesOf(records), { objectMode: false }), createZstdCompress(CHECKED), file)
    await nameFinally(partial, path)
    await syncFolder(dirname(path))
  } catch (error) {
    throw writingFailed(path, partial, error as NodeJS.ErrnoException)
  } finally {
    // A failure here, as in a folder that this user may not enter, would hide the one above.
    await rm(partial, { force: true }).catch(() => {})
  }
  return (await stat(path)).size
}

/** Another run may have taken the name meanwhile: unlike a rename, a hard link never replaces a file. */
async function nameFinally(partial: string, path: string) {
  try {
    await link(partial, path)
  } catch {
    await requireFree(path)
    await rename(partial, path) // The file system has no hard links.
  }
}

/**
 * Reads what `writeBackup` wrote. It refuses an incomplete file only at the end, so a reader must keep nothing before
 * that.
 */
export async function* readBackup(path: string): AsyncGenerator<DataRecord> {
  const hash = createHash('sha256')
  let last: { sha256?: string } = {}
  try {
    for await (const line of splitLines(unpacked(path))) {
      const record = JSON.parse(line.toString())
      if (Object(record) !== record || last.sha256 !== undefined) throw new Refused(damaged(path))
      last = record
      if (record.sha256 !== undefined) continue
      hash.update(line).update('\n')
      yield 'image' in record ? { ...record, bytes: Buffer.from(record.bytes, 'base64') } : record
    }
  } catch (error) {
    throw readingFailed(path, error)
  }
  if (last.sha256 !== hash.digest('hex')) throw new Refused(damaged(path))
}

/** A failure of either stream reaches the reader. */
const unpacked = (path: string) => pipe(createReadStream(path), createZstdDecompress(), () => {})

async function* linesOf(records: AsyncIterable<DataRecord>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const record of records) {
    const written = 'image' in record ? { ...record, bytes: record.bytes.toString('base64') } : record
    const line = `${JSON.stringify(written)}\n`
    hash.update(line)
    yield line
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
}

const damaged = (path: string) =>
  `${path} is damaged or was cut short, so nothing was changed. Use another backup.`

/** Most often it was encrypted, which backups should be before they leave the machine. */
const unlike = (path: string) =>
  `${path} does not begin like a backup, so nothing was changed. If it was encrypted or packed, undo that first; else use another file.`

function writingFailed(path: string, partial: string, error: NodeJS.ErrnoException): unknown {
  if (error.path !== partial && !isOfOpenFile(error)) return error
  return new Refused(
    `${path} cannot be written: ${reasonOf(error)}. Name a file in a folder that this user may write to, on a disk with room.`,
  )
}

function readingFailed(path: string, error: unknown): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new Refused(`There is no file ${path}`)
  if (syscall)
    return new Refused(
      `${path} cannot be read: ${reasonOf(error as Error)}. Name a file that this user may read.`,
    )
  if (code === 'ZSTD_error_prefix_unknown') return new Refused(unlike(path))
  const isDamage = error instanceof SyntaxError || /^(ZSTD|Z)_|ERR_ZLIB|ERR_STREAM_PREMATURE/.test(code)
  return isDamage ? new Refused(damaged(path)) : error
}

/** A lost connection fails at `write` too, but only the message of a file's error begins with the code. */
const isOfOpenFile = ({ code, message, syscall = '' }: NodeJS.ErrnoException) =>
  /^(write|fsync|close)$/.test(syscall) && message.startsWith(`${code}: `)

/** Without the system call and the path, which is not the one that the user named. */
const reasonOf = ({ message }: Error) => message.split(',')[0]

async function requireFree(path: string) {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory())
    throw new Refused(`${path} is a folder. Name a file in it, such as ${join(path, 'haat-1.haat')}.`)
  if (found) throw new Refused(`${path} already exists. Name another file, or remove it.`)
}
