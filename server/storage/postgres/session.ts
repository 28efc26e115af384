/**
 * How long a session of ours may wait, work, or do nothing while others wait for what it holds: an instance that vanished
 * in the middle of a transaction must not hold anybody up for long. Said once connected: at the start of a connection
 * PgBouncer refuses to pass it on.
 */
export const LIMITS = `
  set lock_timeout = '3s';
  set statement_timeout = '60s';
  set idle_in_transaction_session_timeout = '10s';`

/** For one transaction that may take as long as it needs. */
export const NO_LIMITS = `
  set local lock_timeout = 0;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;`
