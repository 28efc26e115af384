/** An earlier secret, and until when it signs too. */
interface PreviousSecret {
  secret: string
  until: number
}

/** More signatures would make the header of each event too long. */
export const MOST_PREVIOUS_SECRETS = 5

interface Kept {
  previous_secret: string | null
  previous_secret_until: number | null
  /** A JSON list of those before it. */
  older_secrets: string
}

/** The earlier secrets that still sign, the latest first. */
export function previousSecrets(kept: Kept, now: number): PreviousSecret[] {
  const { previous_secret: secret, previous_secret_until: until } = kept
  const older: PreviousSecret[] = JSON.parse(kept.older_secrets)
  return [...(secret !== null && until !== null ? [{ secret, until }] : []), ...older].filter(
    (each) => each.until > now,
  )
}
