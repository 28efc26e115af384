const CONNECT_WITHIN_MS = 10_000
/** The kernel sends its first keepalive after two hours; firewalls forget an idle connection within minutes. */
const FEEL_IDLE_AFTER_MS = 10_000

/** The driver takes these for verify-full, warns of that in 12 lines, and will take them for less in its next version. */
const AS_VERIFY_FULL = /([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/
const AS_LIBPQ = /[?&]uselibpqcompat=true(&|$)/

/** What all connections to PostgreSQL have in common. */
export const connectionTo = (url: string) => ({
  connectionString: AS_LIBPQ.test(url) ? url : url.replace(AS_VERIFY_FULL, '$1verify-full'),
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: FEEL_IDLE_AFTER_MS,
})
