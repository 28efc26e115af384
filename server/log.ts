import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'
import { messageOf } from './rules/values/message-of.ts'

/** Lines go to standard error: JSON for machines, short plain text on a terminal. */
export function makeLog(level: LogLevel, destination: DestinationStream = standardError()): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutData } },
    destination,
  )
}

function standardError(): DestinationStream {
  return process.stderr.isTTY ? terminal() : lossyStandardError()
}

/** It may go away before the service does, which was put into the background there. */
function terminal(): DestinationStream {
  process.stderr.on('error', () => {})
  return { write: (line: string) => process.stderr.write(plain(line)) }
}

/** What is kept of lines that could not be written yet. */
const MOST_KEPT_CHARACTERS = 16_000_000

/** For whoever reads a full pipe to take the last lines; Pino asks ten times a second. */
const LAST_TRIES = 10

/** A log without room must not end the service, nor keep it from ending: Pino would throw, and try for ever at the exit. */
function lossyStandardError(): DestinationStream {
  let triesLeft = Infinity
  const stream = pino.destination({
    dest: 2,
    minLength: 1, // A line is longer: with none, Pino's flush does nothing.
    maxLength: MOST_KEPT_CHARACTERS,
    retryEAGAIN: () => triesLeft-- > 0,
  })
  const flush = stream.flushSync.bind(stream)
  let hasFailed = false
  stream.on('error', () => {
    hasFailed = true
  })
  stream.on('write', () => {
    hasFailed = false
  })
  // A line that is kept tries again by itself; where none can be kept, nothing else would.
  stream.on('drop', () => stream.flush())
  stream.flushSync = () => {
    if (hasFailed) return
    triesLeft = LAST_TRIES
    try {
      flush()
    } catch {
      // Nobody reads: what is left is lost at the exit.
    }
    triesLeft = Infinity
  }
  return stream
}

/** Databases put the rows and values that they stumbled over into other parts of an error: customers' data. */
function withoutData(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, code } = error as NodeJS.ErrnoException
  const message = messageOf(error)
  const stack = error.message ? error.stack : `${message}\n${error.stack}`
  return { type: name, message, code, stack }
}

function plain(line: string): string {
  const { level, time, msg, err, requestId } = JSON.parse(line)
  const name = pino.levels.labels[level] ?? level
  const about = [requestId && `request ${requestId}`, err?.stack ?? err?.message].filter(Boolean).join('\n')
  return `${String(time).slice(11, 19)} ${name} ${msg}${about ? ` (${about})` : ''}\n`
}
