import { constants } from 'node:os'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { ApiError, type ErrorContext, refuse } from '#contract/errors.ts'
import { ImageStoreRefuses, ImageStoreUnavailable } from '../images/image-store.ts'
import { OutageLog, type OutageWords } from '../outage-log.ts'
import type { World } from '../world.ts'
import { sendWhole } from './send-whole.ts'

const RETRY_SECONDS = 1

/** The one place that turns what went wrong into what a client is told. The cause goes to the log alone. */
export function toRefusal(error: unknown, { db, log }: World, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  const details = { err: error, requestId: request.id }
  if (db.dialect.isFull(error) || isFileOutOfRoom(error)) {
    outagesOf(log).full.note(details)
    return refuse('storage_full')
  }
  if (db.dialect.isBusy(error)) {
    outagesOf(log).busy.note(details)
    return refuse('overloaded')
  }
  if (db.dialect.isUnavailable(error)) {
    outagesOf(log).away.note(details)
    return refuse('unavailable')
  }
  if (error instanceof ImageStoreUnavailable) {
    outagesOf(log).withoutImages.note(details)
    return refuse('unavailable')
  }
  if (error instanceof ImageStoreRefuses) {
    outagesOf(log).refusedImages.note(details)
    return refuse('internal')
  }
  if (isFileAway(error)) {
    outagesOf(log).withoutFiles.note(details)
    return refuse('unavailable')
  }
  log.error(details, 'A request failed unexpectedly')
  return refuse('internal')
}

const FULL: OutageWords = {
  level: 'error',
  begins: 'Disk space has run out: writes are refused until there is some again',
  ends: 'For ten seconds no write has been refused for lack of disk space',
}
const AWAY: OutageWords = {
  level: 'warn',
  begins: 'The database is unavailable',
  ends: 'For ten seconds no request has found the database unavailable',
}
const BUSY: OutageWords = {
  level: 'warn',
  begins: 'A request waited too long for the database: another session holds a lock, or the load is too high',
  ends: 'For ten seconds no request has waited too long for the database',
}
const WITHOUT_IMAGES: OutageWords = {
  level: 'warn',
  begins: 'The image store is unavailable',
  ends: 'For ten seconds no request has found the image store unavailable',
}
const REFUSED_IMAGES: OutageWords = {
  level: 'error',
  begins: 'The image store refuses what it is asked: "haat doctor" says what to check',
  ends: 'For ten seconds the image store has refused nothing',
}
const WITHOUT_FILES: OutageWords = {
  level: 'error',
  begins: 'A file cannot be read or written: its disk is failing or read-only, or too many files are open',
  ends: 'For ten seconds no request has failed to read or write a file',
}

const outages = new WeakMap<Logger, ReturnType<typeof newOutageLogs>>()

const newOutageLogs = (log: Logger) => ({
  full: new OutageLog(log, FULL),
  away: new OutageLog(log, AWAY),
  busy: new OutageLog(log, BUSY),
  withoutImages: new OutageLog(log, WITHOUT_IMAGES),
  refusedImages: new OutageLog(log, REFUSED_IMAGES),
  withoutFiles: new OutageLog(log, WITHOUT_FILES),
})

function outagesOf(log: Logger) {
  const known = outages.get(log) ?? newOutageLogs(log)
  outages.set(log, known)
  return known
}

const isFileOutOfRoom = (error: unknown): boolean => isOneOf(error, ['ENOSPC', 'EDQUOT'])

/** These failures pass, once an operator has repaired the disk or others have closed their files. */
const isFileAway = (error: unknown): boolean => isOneOf(error, ['EIO', 'EROFS', 'ESTALE', 'EMFILE', 'ENFILE'])

/**
 * Node has no names for some system errors, such as EDQUOT and ESTALE: their code is "Unknown system error -122" or the
 * like, so their `errno` is compared too.
 */
function isOneOf(error: unknown, names: Array<keyof typeof constants.errno>): boolean {
  const { code, errno = 0 } = (error ?? {}) as NodeJS.ErrnoException
  return names.some((name) => code === name || constants.errno[name] === -errno)
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: ApiError) {
  const json = refusalJson(refusal)
  reply.code(refusal.status).header('content-type', 'application/json; charset=utf-8')
  writeRetryAfter(reply, refusal)
  return sendWhole(request, reply, json)
}

export function writeRetryAfter(
  reply: FastifyReply,
  { status, context }: { status: number; context: ErrorContext },
) {
  const seconds = context.retry_after ?? (status === 503 ? RETRY_SECONDS : undefined)
  if (seconds !== undefined) reply.header('retry-after', seconds)
}

export const refusalJson = ({ message, context }: ApiError): string =>
  JSON.stringify({ error: message, ...context })
