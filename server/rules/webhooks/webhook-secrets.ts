/** A secret before the present one, and until when it signs too. */
interface PreviousSecret {
  secret: string
  until: number
}

/** Beyond these the signatures would fill the header of each event. */
export const MOST_PREVIOUS_SECRETS = 5

interface Kept {
  previous_secret: string | null
  previous_secret_until: number | null
  /** A JSON list of those before it. */
  older_secrets: string
}

/** Those that still sign, the latest first. */
export function previousSecrets(kept: Kept, now: number): PreviousSecret[] {
  const { previous_secret: secret, previous_secret_until: until } = kept
  const older: PreviousSecret[] = JSON.parse(kept.older_secrets)
  return [...(secret !== null && until !== null ? [{ secret, until }] : []), ...older].filter(
    (each) => each.until > now,
  )
}
