import { dirname } from 'node:path'
import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { UnusableSecret } from '../files/secret-file.ts'
import { ImageStoreRefuses, ImageStoreUnavailable } from '../images/image-store.ts'
import { countWords } from '../rules/values/count-words.ts'
import { MOST_CONNECTIONS } from '../storage/postgres/connections.ts'
import { certificateFix } from './certificate-fix.ts'

interface FailureWords {
  says: string
  fix: string
}

type Database = Config['database']

/** The database's address, and the setting that contains it. */
interface Place {
  database: Database
  /** Unless it is not used. */
  dataDir?: string
  /** The setting's name, if it is not DATABASE_URL. */
  named?: string
}

interface Coded {
  code?: string
  errcode?: number
  message: string
  path?: string
}

/** SQLite's codes: it may not write, cannot read, or cannot open. */
const NO_RIGHTS = [8, 10, 14]
const DAMAGED = [11, 26]
const FULL = 13

/** What is wrong with the database or its folder, and what to do; undefined for other errors. */
export const failureWords = (error: unknown, { database, dataDir, named = 'DATABASE_URL' }: Place) =>
  (database.kind === 'sqlite'
    ? sqliteWords(error as Coded, database.path)
    : postgresWords(error as Coded, database.url, named)) ??
  (dataDir === undefined ? undefined : folderWords(error as Coded, dataDir))

export const bucketFix = (says: string): string =>
  certificateFix(says, 'IMAGE_STORE') ??
  'Check that IMAGE_STORE and the AWS_* settings name a bucket of yours, and a key that may read, put and remove there.'

/** The same in one line, also of the image store. A sentence for people is returned as it is. */
export function failureSentence(error: unknown, place: Place): string | undefined {
  if (error instanceof Refused || error instanceof UnusableSecret) return error.message
  if (error instanceof ImageStoreUnavailable || error instanceof ImageStoreRefuses)
    return inOneLine({ says: error.message, fix: bucketFix(error.message) })
  const words = failureWords(error, place)
  return words && inOneLine(words)
}

export const inOneLine = ({ says, fix }: FailureWords): string => `${says}. ${fix}`

function sqliteWords({ errcode = 0, message }: Coded, path: string): FailureWords | undefined {
  const code = errcode & 0xff
  const says = `${path} cannot be used: ${message}`
  if (NO_RIGHTS.includes(code)) return { says, fix: rightsFix(dirname(path)) }
  if (code === FULL)
    return { says, fix: `Make room on the disk of ${dirname(path)}, or set DATA_DIR to a larger one.` }
  if (!DAMAGED.includes(code)) return undefined
  return {
    says,
    fix: `If it is yours, set it aside and restore a backup; else set DATA_DIR to another folder than ${dirname(path)}.`,
  }
}

function folderWords({ code = '', message, path }: Coded, folder: string): FailureWords | undefined {
  if (!/^(ENOENT|EEXIST|ENOTDIR|EACCES|EPERM|EROFS|ENOSPC)$/.test(code)) return undefined
  if (!path || (!path.startsWith(folder) && !folder.startsWith(path))) return undefined
  return { says: `DATA_DIR cannot be used: ${message}`, fix: rightsFix(folder) }
}

export const rightsFix = (folder: string) =>
  `Check that ${folder} is a folder on a disk with room, and that this user may write to it and to what is in it, or set DATA_DIR to another.`

/** For a file named in the address that cannot be read. */
const CERTIFICATE = 'CERT_FILE'
/**
 * Codes of which only the message says what is meant: PgBouncer has one for nearly every refusal, always in English;
 * PostgreSQL one for all who are not let in, which names pg_hba.conf in every language.
 */
const BY_MESSAGE = ['08P01', '28000']
/** The driver reports this without a code. */
const NO_SSL = 'The server does not support SSL connections'

const readOnlyFix = (named: string) =>
  `Check that ${named} leads to the primary and not to a standby, and that default_transaction_read_only is off.`

/** For a server that answers and still cannot be used. */
export const TAKES_NO_WRITES: FailureWords = {
  says: 'PostgreSQL answers, but takes no writes',
  fix: readOnlyFix('DATABASE_URL'),
}
export const NO_RIGHT: FailureWords = {
  says: 'PostgreSQL answers, but its user may not make tables there',
  fix: 'Let the user of DATABASE_URL own its database.',
}
/** For tables that were made by another user, such as by pg_restore or by migrations under another DATABASE_URL. */
export const notOwner = (tables: readonly string[], address: string): FailureWords => ({
  says: `another user of PostgreSQL owns ${countWords(tables.length, 'table')}, such as ${tables[0]}: no migration can change those`,
  fix: `Give them to the user of DATABASE_URL, in psql on this database as a superuser: ${giveTables(new URL(address))}`,
})

const userIn = ({ username }: URL) => decodeURIComponent(username) || 'USER'

/** Not "reassign owned", which PostgreSQL refuses for all that its first superuser owns. */
const giveTables = (url: URL) =>
  `select format('alter table %I owner to %I', tablename, '${userIn(url)}') from pg_tables where schemaname = current_schema() \\gexec`

const POSTGRES: Array<[code: RegExp, fix: (named: string, url: URL) => string]> = [
  [
    /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/,
    (named, { host }) =>
      `Check that PostgreSQL runs and that ${named} names its address; it names ${host || 'no host'}.`,
  ],
  [
    /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS)/,
    (named) => `Check that sslmode and sslrootcert in ${named} fit the certificate of PostgreSQL.`,
  ],
  [
    // A statement that is already prepared or does not exist, or a refused transaction, is caused by a pooler.
    /^(SHARED_SESSIONS|42P05|26000|08P01 (bind message|.*pooling mode))/,
    (named) => `Run PgBouncer in session mode (pool_mode = session), or point ${named} past it.`,
  ],
  [
    new RegExp(NO_SSL),
    (named) =>
      `Turn on ssl in PostgreSQL, or take sslmode out of ${named} if nobody can intercept the traffic.`,
  ],
  [
    /^28000 .*pg_hba\.conf/,
    (named) =>
      `If PostgreSQL wants the connection encrypted, add ?sslmode=verify-full to ${named}; else let this user in from this machine, by a line in its pg_hba.conf.`,
  ],
  [
    /^(28|08P01 .*authentication failed)/,
    (named) => `Check that ${named} names a user of PostgreSQL and its password.`,
  ],
  [
    /^(3D000|08P01 (no such database|database .* does not exist))/,
    (named, { pathname, username }) =>
      `Make the database ${pathname.slice(1) || username}, or name another in ${named}.`,
  ],
  [
    /^(42501|3F000)/,
    (named, url) =>
      `Name the user in ${named} that owns the database and its tables, or give them to this one, in psql on this database as a superuser: alter database "${url.pathname.slice(1)}" owner to "${userIn(url)}"; ${giveTables(url)}`,
  ],
  [/^25006$/, readOnlyFix],
  [
    /^53300$/,
    () =>
      `Set max_connections of PostgreSQL, and the limit of the user if it has one, above ${MOST_CONNECTIONS} × instances + 10, or close other connections.`,
  ],
  [
    /^08P01/,
    () =>
      `Check that PgBouncer reaches PostgreSQL, and set its default_pool_size and max_client_conn above ${MOST_CONNECTIONS} × instances + 10.`,
  ],
  [/^53100$/, () => 'Make room on the disk of PostgreSQL.'],
  [/^57P03$/, () => 'It is starting or stopping: wait until it is up.'],
  [
    /^55P03$/,
    () =>
      'Another session uses a table that has to change, as haat backup does with each: wait for it, or end it.',
  ],
]

function postgresWords(
  { code = '', message, path }: Coded,
  address: string,
  named: string,
): FailureWords | undefined {
  const url = new URL(address)
  const isCertificate = path !== undefined && [...url.searchParams.values()].includes(path)
  const kind = isCertificate
    ? CERTIFICATE
    : BY_MESSAGE.includes(code)
      ? `${code} ${message}`
      : code || message
  const [, fix] = POSTGRES.find(([known]) => known.test(kind)) ?? []
  return fix && { says: `PostgreSQL cannot be used: ${message || code}`, fix: fix(named, url) }
}
