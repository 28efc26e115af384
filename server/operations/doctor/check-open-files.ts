import { readFileSync } from 'node:fs'
import { countWords } from '../../rules/values/count-words.ts'
import { type Finding, ok, warning } from './finding.ts'

/** An instance accepts up to 4,000 connections, and needs more for its own connections and files. */
const LEAST = 5000
const FIX =
  'Raise the limit to 65,536: LimitNOFILE=65536 in the systemd unit, --ulimit nofile=65536 for docker run, else ulimit -n.'

/**
 * The limit of this process on open files and connections. Beyond it the system accepts connections and closes them at
 * once, and tells no program. No finding where the system does not report the limit.
 */
export function checkOpenFiles(limits = readLimits()): Finding[] {
  const [, limit] = /^Max open files +(\w+)/m.exec(limits) ?? []
  if (!limit) return []
  if (limit === 'unlimited') return [ok('open files', 'there is no limit')]
  const says = `${countWords(Number(limit), 'file or connection', 'files and connections')} may be open at once`
  if (Number(limit) >= LEAST) return [ok('open files', says)]
  return [
    warning('open files', `${says}: when they are used up, new connections are dropped without a trace`, FIX),
  ]
}

/** The limits as Linux reports them. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
