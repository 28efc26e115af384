import { type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** Lines go to standard error: JSON for machines, short plain text on a terminal. */
export function makeLog(level: LogLevel): Logger {
  const destination = process.stderr.isTTY
    ? { write: (line: string) => process.stderr.write(plain(line)) }
    : pino.destination(2)
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

function plain(line: string): string {
  const { level, time, msg, err, requestId } = JSON.parse(line)
  const name = pino.levels.labels[level] ?? level
  const about = [requestId && `request ${requestId}`, err?.stack ?? err?.message].filter(Boolean).join('\n')
  return `${String(time).slice(11, 19)} ${name} ${msg}${about ? ` (${about})` : ''}\n`
}
