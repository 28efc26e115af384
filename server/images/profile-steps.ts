const TAG_COUNT_AT = 128
const TAG_BYTES = 12
const STEPS = 'mpet'

/**
 * Whether a colour profile (ICC.1) has elements of the type `mpet`. Any number of them may share one place: 50,000 fit
 * into a picture of a kilobyte and take minutes. We know of no camera and no program that writes them.
 */
export function hasSteps(profile: Buffer): boolean {
  if (profile.length < TAG_COUNT_AT + 4) return false
  const table = profile.subarray(TAG_COUNT_AT + 4)
  const tags = Math.min(profile.readUInt32BE(TAG_COUNT_AT), Math.floor(table.length / TAG_BYTES))
  for (let at = 0; at < tags * TAG_BYTES; at += TAG_BYTES) {
    const start = table.readUInt32BE(at + 4)
    if (profile.toString('latin1', start, start + STEPS.length) === STEPS) return true
  }
  return false
}
