import { readFileSync } from 'node:fs'
import { countWords } from '../../rules/values/count-words.ts'
import { doubtful, type Finding, well } from './finding.ts'

/** An instance takes up to 4,000 connections; beside them it needs those to others, and files. */
const LEAST = 5000
const FIX =
  'Let it have 65,536: LimitNOFILE=65536 in the unit of systemd, --ulimit nofile=65536 of docker run, else ulimit -n.'

/**
 * How much this process may have open at once. Where that is used up, the system takes connections and hangs up on them
 * at once, and no program is told of it. Nothing is said where the system does not tell.
 */
export function checkOpenFiles(limits = readLimits()): Finding[] {
  const [, limit] = /^Max open files +(\w+)/m.exec(limits) ?? []
  if (!limit) return []
  if (limit === 'unlimited') return [well('open files', 'there is no limit')]
  const says = `${countWords(Number(limit), 'file or connection', 'files and connections')} may be open at once`
  if (Number(limit) >= LEAST) return [well('open files', says)]
  return [doubtful('open files', `${says}: who comes when they are used up is hung up on, unseen`, FIX)]
}

/** As the kernel of Linux tells it. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
