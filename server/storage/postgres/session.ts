/**
 * A session lasts as long as its client, whatever the server, the role or DATABASE_URL choose: idle sessions are kept,
 * and the server looks for a machine that vanished, which it gives up after 40 seconds. By default it takes two hours,
 * or a quarter of one if it has sent something, such as a notification: then it sends that again instead of looking.
 * Until then the locks of a migration under way there would stop the whole service, and its `listen` the next upgrade.
 */
export const LASTS_AS_ITS_CLIENT = `
  set idle_session_timeout = 0;
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 10;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = '40s';`

/**
 * Sent after connecting, since PgBouncer would refuse these as startup parameters.
 *
 * A transaction that has waited for a row must see what was committed meanwhile, whatever isolation the server, the
 * role or DATABASE_URL choose: with one snapshot for a whole transaction, two customers would hold the last piece. The
 * timeouts say how long a session may wait for a lock, run a statement, or idle in a transaction: an instance that
 * vanished in the middle of a transaction must not block others for long.
 *
 * A commit waits for the disk, as every answer promises; settings other than `off` do that too and are the operator's.
 * `transaction_timeout`, which only PostgreSQL 17 and newer have, would end a long backup.
 */
export const SESSION = `
  set default_transaction_isolation = 'read committed';
  set lock_timeout = '3s';
  set statement_timeout = '60s';
  set idle_in_transaction_session_timeout = '10s';
  ${LASTS_AS_ITS_CLIENT}
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off';
  select set_config('transaction_timeout', '0', false) where current_setting('transaction_timeout', true) <> '0';`

/** For one transaction that may take as long as it needs. */
export const NO_LIMITS = `
  set local lock_timeout = 0;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;`
