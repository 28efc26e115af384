/** The paths for monitoring. Their answers say nothing about customers; `/metrics` needs a token. */
export const WATCH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
