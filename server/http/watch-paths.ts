/** What is asked by whoever watches the service. It tells nothing of customers; `/metrics` has a token of its own. */
export const WATCH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
