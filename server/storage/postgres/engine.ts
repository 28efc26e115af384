import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Engine, How, Migrating, Prepared, Queries } from '../engine.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import { TransactionQueries } from '../transaction-queries.ts'
import { type Sent, sendBatch } from './batch.ts'
import { Blockers, MIGRATION_LOCK } from './blockers.ts'
import { connectionTo } from './connection-to.ts'
import { CONNECTIONS } from './connections.ts'
import { allowSilence, type Cuttable, type CuttableClient, cutSilent } from './cut-silent.ts'
import { codeOf, postgresDialect, RETRYABLE_CODES } from './dialect.ts'
import { Gathered } from './gathered.ts'
import { Lane } from './lane.ts'
import { Lost } from './lost.ts'
import { Pulse } from './pulse.ts'
import { NO_LIMITS, SESSION } from './session.ts'
import { SHORT_LOCK_TIMEOUT, SharedCommit } from './shared-commit.ts'
import { PostgresTransaction, rollBack } from './transaction.ts'

const MOST_TRIES = 8
const FIRST_PAUSE_MS = 25
/**
 * All queries of a table queue behind a migration that waits for its lock, so a migration gives up soon and retries;
 * but not before autovacuum gives way to it, which takes one second (deadlock_timeout).
 */
const LOCK_TABLES_WITHIN = '1500ms'
const LOCK_NOT_GIVEN = '55P03'
const MIGRATE_AGAIN_AFTER_MS = 2_000
const MOST_MIGRATIONS = 60
/** PostgreSQL takes the snapshot at the first query, so one is run at once. */
const FROZEN = `begin isolation level repeatable read read only; ${NO_LIMITS} select 1`

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

interface Options {
  /** How many connections transactions share, and how many lanes reads. */
  transactions?: number
  reads?: number
  /** After how long without an answer a connection is cut. */
  silentForMs?: number
  /** Is told for whom a migration or a long read waits. */
  log?: Logger | undefined
}

/**
 * Transactions that read results each hold a connection of the pool; the others share connections and their commits
 * (see `SharedCommit`). Named reads and brief writes go through lanes, which are a few pipelined connections, so that
 * many requests need not wait for each other's round trips.
 */
export class PostgresEngine implements Engine {
  readonly dialect = postgresDialect
  readonly #pool: pg.Pool
  readonly #lanes: Lane[]
  readonly #gathered = new Gathered((text, name, values) => this.#lane().ask(text, name, values))
  readonly #shared: SharedCommit
  readonly #pulse: Pulse
  readonly #blockers: Blockers | undefined

  constructor(
    url: string,
    { transactions = CONNECTIONS.transactions, reads = CONNECTIONS.reads, silentForMs, log }: Options = {},
  ) {
    const settings = { ...connectionTo(url), pipeline: true, silentForMs }
    const pooled = new Set<CuttableClient>()
    this.#pool = new pg.Pool({
      ...settings,
      max: transactions,
      onConnect: (client) => begin(client as CuttableClient, pooled, silentForMs),
    })
    this.#pool.on('error', () => {}) // An idle connection broke; the pool has dropped it and opens another.
    this.#lanes = Array.from({ length: reads }, () => new Lane(settings))
    // Several, so that one works while another waits for the disk.
    const writers = Array.from(
      { length: CONNECTIONS.sharedCommits },
      () => new Lane(settings, SHORT_LOCK_TIMEOUT),
    )
    this.#shared = new SharedCommit(writers, (statements) => this.#alone(statements))
    this.#pulse = new Pulse(new Lane(settings), () => {
      for (const each of [this.#shared, ...this.#lanes]) each.cut()
      for (const client of pooled) client.connection.stream.destroy()
    })
    this.#blockers = log && new Blockers(this, log)
  }

  rows(query: Prepared, values: readonly unknown[]): Promise<unknown[]> {
    const attempt = () => this.#pulse.watch(() => this.#rows(query, values))
    return query.reads ? attempt() : againAfterLostRaces(attempt)
  }

  async #rows(query: Prepared, values: readonly unknown[]): Promise<unknown[]> {
    if (query.together) return this.#gathered.rows(query, values)
    if (query.name && query.reads) return this.#lane().ask(query.sql, query.name, values as unknown[])
    const client = await this.#connect()
    try {
      return await ask(client, query, values)
    } finally {
      client.release()
    }
  }

  async first(query: Prepared, values: readonly unknown[]): Promise<unknown> {
    return (await this.rows(query, values))[0]
  }

  async write(query: Prepared, values: readonly unknown[]) {
    await this.rows(query, values)
  }

  transaction<T>(work: (tx: Queries) => MaybePromise<T>, how: How = {}): Promise<T> {
    return againAfterLostRaces(() => this.#pulse.watch(() => this.#tryTransaction(work, how)))
  }

  readTogether<T>(read: () => T): T {
    return read()
  }

  version() {
    return undefined
  }

  load() {
    const { totalCount: open, idleCount: idle, waitingCount: waiting, options } = this.#pool
    return { most: options.max, open, idle, waiting }
  }

  async snapshot() {
    const client = await this.#connect()
    const silence = allowSilence(client)
    let blockers: Disposable | undefined
    try {
      blockers = await this.#watchBlockers(client)
      await client.query(FROZEN)
    } catch (error) {
      blockers?.[Symbol.dispose]()
      client.release(error as Error)
      throw error
    }
    return {
      ...queriesOf(client),
      [Symbol.asyncDispose]: async () => {
        blockers?.[Symbol.dispose]()
        silence[Symbol.dispose]()
        await rollBack(client)
      },
    }
  }

  async migrating<T>(work: Migrating<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await againAfterLostRaces(() => this.#tryMigrating(work))
      } catch (error) {
        if (tries === MOST_MIGRATIONS || codeOf(error) !== LOCK_NOT_GIVEN) throw error
        await sleep(MIGRATE_AGAIN_AFTER_MS)
      }
    }
  }

  async [Symbol.asyncDispose]() {
    await Promise.all([this.#pulse, this.#shared, ...this.#lanes].map((each) => each[Symbol.asyncDispose]()))
    await this.#pool.end()
  }

  /** The first of those with the fewest waiters: a quiet service keeps few connections, with its queries prepared. */
  #lane(): Lane {
    return this.#lanes.reduce((least, lane) => (lane.waiting < least.waiting ? lane : least))
  }

  async #tryTransaction<T>(work: (tx: Queries) => MaybePromise<T>, how: How): Promise<T> {
    const tx = new PostgresTransaction(how, {
      connect: () => this.#connect(),
      sendWhole: (statements) => (how.brief ? this.#lane() : this.#shared).send(statements),
    })
    let isCommitted = false
    try {
      const value = await new TransactionQueries(tx).during(work)
      await tx.commit()
      isCommitted = true
      return value
    } catch (error) {
      throw tx.causeOf(error)
    } finally {
      await tx.end({ isCommitted })
    }
  }

  async #alone(statements: readonly Sent[]) {
    const client = await this.#connect()
    try {
      return await sendBatch(client, statements)
    } finally {
      client.release()
    }
  }

  async #tryMigrating<T>(work: Migrating<T>): Promise<T> {
    const client = await this.#connect()
    using _silence = allowSilence(client)
    try {
      await client.query(`begin; ${NO_LIMITS}`)
      using _blockers = await this.#watchBlockers(client)
      await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      await client.query(`set local lock_timeout = '${LOCK_TABLES_WITHIN}'`)
      const value = await work(async (sql) => void (await client.query(sql)), queriesOf(client))
      await client.query('commit')
      client.release()
      return value
    } catch (error) {
      await rollBack(client)
      throw error
    }
  }

  async #watchBlockers(client: pg.PoolClient): Promise<Disposable | undefined> {
    if (!this.#blockers) return undefined
    const { rows } = await client.query('select pg_backend_pid() as session')
    return this.#blockers.watch(rows[0].session)
  }

  /** Work that was given up while it waited for a connection must not begin when the connection comes. */
  async #connect(): Promise<pg.PoolClient & Cuttable> {
    const before = this.#pulse.losses
    const client = (await this.#pool.connect()) as pg.PoolClient & Cuttable
    if (this.#pulse.losses === before) return client
    client.release(true)
    throw new Lost()
  }
}

async function begin(client: CuttableClient, open: Set<CuttableClient>, silentForMs: number | undefined) {
  open.add(client)
  client.once('end', () => open.delete(client))
  cutSilent(client, silentForMs)
  // The pool listens for errors of idle connections only: any other that breaks between queries would end the process.
  client.on('error', () => {})
  await client.query(SESSION)
}

const queriesOf = (client: pg.PoolClient): Queries => ({
  dialect: postgresDialect,
  rows: (query, values) => ask(client, query, values),
  first: async (query, values) => (await ask(client, query, values))[0],
  write: async (query, values) => void (await ask(client, query, values)),
})

async function ask(client: pg.PoolClient, query: Prepared, values: readonly unknown[]): Promise<unknown[]> {
  const [answer] = await sendBatch(client, [{ query, values }])
  return answer!.rows
}

/** Each pause is longer and random: transactions that come back at the same moment would collide again. */
async function againAfterLostRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === MOST_TRIES || !RETRYABLE_CODES.includes(codeOf(error))) throw error
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** tries)
    }
  }
}
