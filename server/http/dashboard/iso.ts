/** Times leave as ISO 8601 in UTC; the app shows them in the viewer's zone. */
export const iso = (at: number): string => new Date(at).toISOString()

export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))
