import { broken, type Finding, ok, warning } from './finding.ts'

const WARNING_MS = 2000
const BROKEN_MS = 30_000
const FIX = 'Have both machines take the time from NTP (timedatectl set-ntp true).'

/** Limits, retries and one-time codes rely on clocks that agree. */
export function clockFinding(whose: string, theirs: number, ours: number): Finding {
  const apart = Math.abs(theirs - ours)
  if (apart < WARNING_MS) return ok('clock', `agrees with that of ${whose}`)
  const says = `${(apart / 1000).toFixed(1)} seconds ${theirs > ours ? 'behind' : 'ahead of'} that of ${whose}`
  return (apart < BROKEN_MS ? warning : broken)('clock', says, FIX)
}
