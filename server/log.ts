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

/** A terminal may close before a service that was put into the background there ends. */
function terminal(): DestinationStream {
  process.stderr.on('error', () => {})
  return { write: (line: string) => process.stderr.write(plain(line)) }
}

/** How much is kept of lines that could not be written yet. */
const MOST_KEPT_CHARACTERS = 16_000_000

/** At the exit, so that the reader of a full pipe can take the last lines; Pino tries ten times a second. */
const LAST_TRIES = 10

/**
 * A log that cannot be written must neither end the service nor keep it from ending: Pino throws, or retries for ever.
 */
function lossyStandardError(): DestinationStream {
  let triesLeft = Infinity
  const stream = pino.destination({
    dest: 2,
    minLength: 1, // Shorter than any line, and not 0, with which Pino's flush does nothing.
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
  // A line that is kept makes Pino try to write again; one that is dropped for lack of room does not, so this does.
  stream.on('drop', () => stream.flush())
  stream.flushSync = () => {
    if (hasFailed) return
    triesLeft = LAST_TRIES
    try {
      flush()
    } catch {
      // Nobody reads the pipe: what is left is lost at the exit.
    }
    triesLeft = Infinity
  }
  return stream
}

/** Drops the other parts of an error, in which databases quote rows and values: customers' data. */
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
