/**
 * Sent after connecting, since PgBouncer would refuse these as startup parameters.
 *
 * A transaction that has waited for a row must see what was committed meanwhile, whatever isolation the server, the
 * role or DATABASE_URL choose: with one snapshot for a whole transaction, two customers would hold the last piece. The
 * timeouts say how long a session may wait for a lock, run a statement, or idle in a transaction: an instance that
 * vanished in the middle of a transaction must not block others for long.
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
