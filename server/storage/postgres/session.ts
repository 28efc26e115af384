/**
 * What a session of ours is told once connected: at the start of a connection PgBouncer refuses to pass it on.
 *
 * Whoever has waited for a row must see what was committed meanwhile, whatever the server, the role or DATABASE_URL choose:
 * as of one moment, two customers would hold the last piece. And there are limits to how long a session may wait, work, or
 * do nothing while others wait for what it holds: an instance that vanished in the middle of a transaction must not hold
 * anybody up for long.
 */
export const SESSION = `
  set default_transaction_isolation = 'read committed';
  set lock_timeout = '3s';
  set statement_timeout = '60s';
  set idle_in_transaction_session_timeout = '10s';`

/** For one transaction that may take as long as it needs. */
export const NO_LIMITS = `
  set local lock_timeout = 0;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;`
