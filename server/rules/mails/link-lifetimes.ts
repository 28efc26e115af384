import { DAY_MS, HOUR_MS } from '../values/durations.ts'

/** How long the link in a mail works. */
export const LINK_MS = HOUR_MS
export const INVITATION_MS = 7 * DAY_MS
