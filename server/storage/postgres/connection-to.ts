const CONNECT_WITHIN_MS = 10_000
/** The kernel sends its first keepalive after two hours; firewalls forget an idle connection within minutes. */
const FEEL_IDLE_AFTER_MS = 10_000

/** What all connections to PostgreSQL have in common. */
export const connectionTo = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: FEEL_IDLE_AFTER_MS,
})
