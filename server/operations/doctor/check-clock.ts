import { broken, doubtful, type Finding, well } from './finding.ts'

const DOUBTFUL_MS = 2000
const BROKEN_MS = 30_000
const FIX = 'Have both machines take the time from NTP (timedatectl set-ntp true).'

/** Limits, retries and one-time codes rely on clocks that agree. */
export function clockFinding(whose: string, theirs: number, ours: number): Finding {
  const apart = Math.abs(theirs - ours)
  if (apart < DOUBTFUL_MS) return well('clock', `agrees with that of ${whose}`)
  const says = `${(apart / 1000).toFixed(1)} seconds ${theirs > ours ? 'behind' : 'ahead of'} that of ${whose}`
  return (apart < BROKEN_MS ? doubtful : broken)('clock', says, FIX)
}
