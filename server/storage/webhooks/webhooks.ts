import type { ExpressionBuilder, NotNull } from 'kysely'
import { columnsOf } from '../columns.ts'
import type { Queries } from '../engine.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Schema } from '../schema.ts'
import { pick, type Sql, statement } from '../statement.ts'
import { testTakenBy } from './delivery-attempts.ts'
import { LANES } from './delivery-lane.ts'
import { firstDueTo } from './due-deliveries.ts'
import type { WebhookRow } from './webhook-rows.ts'

const COLUMNS = columnsOf<WebhookRow>()([
  'store_id',
  'id',
  'url',
  'enabled',
  'created_at',
  'secret',
  'previous_secret',
  'previous_secret_until',
  'older_secrets',
  'failing_since',
  'since_sequence',
  'disabled_at',
  'disabled_reason',
  'giving_up',
])

type Key = { storeId: string; id: string }
type NewWebhook = Pick<WebhookRow, 'store_id' | 'id' | 'url' | 'created_at' | 'secret'>

const lastEvent = ({ selectFrom }: Pick<ExpressionBuilder<Schema, never>, 'selectFrom'>, storeId: string) =>
  selectFrom('stores').select('event_sequence').where('stores.id', '=', storeId).$castTo<number>()

const insert = statement((sql, p: NewWebhook) =>
  sql.insertInto('webhooks').values((given) => ({
    ...pick(p, ['store_id', 'id', 'url', 'created_at', 'secret']),
    enabled: 1,
    giving_up: 0,
    older_secrets: '[]',
    since_sequence: lastEvent(given, p.store_id),
  })),
)

/** The transaction must hold the store, so that no event is written between reading its last number and this insert. */
export const insertWebhook = (db: Queries, webhook: NewWebhook) => insert.run(db, webhook)

const ofStore = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id'),
)

export const listWebhooks = (db: Queries, storeId: string): MaybePromise<WebhookRow[]> =>
  ofStore.all(db, { storeId })

const one = statement((sql, p: Key) =>
  sql
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where('removed_at', 'is', null),
)

export const findWebhook = (db: Queries, storeId: string, id: string): MaybePromise<WebhookRow | undefined> =>
  one.first(db, { storeId, id })

const remove = statement((sql, p: Key & { at: number; url: string }) =>
  sql
    .updateTable('webhooks')
    .set({ removed_at: p.at, url: p.url, enabled: 0, failing_since: null, giving_up: 1 })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id),
)

/** Hides the webhook, and frees its URL to be added again. The transaction must hold the store, as events do. */
export const markRemoved = (tx: Queries, storeId: string, id: string, at: number) =>
  // The space makes sure that it equals no URL.
  remove.run(tx, { storeId, id, at, url: `removed ${id}` })

const SECRETS = ['secret', 'previous_secret', 'previous_secret_until', 'older_secrets'] as const

type Rotation = Pick<WebhookRow, 'store_id' | 'id' | (typeof SECRETS)[number]>

const rotate = statement((sql, p: Rotation) =>
  sql.updateTable('webhooks').set(pick(p, SECRETS)).where('store_id', '=', p.store_id).where('id', '=', p.id),
)

export const rotateSecret = (tx: Queries, rotation: Rotation) => rotate.run(tx, rotation)

const STATE = ['enabled', 'giving_up', 'disabled_at', 'disabled_reason'] as const

type Switch = Pick<WebhookRow, 'store_id' | 'id' | (typeof STATE)[number]>

const switching = (sql: Sql, p: Switch) =>
  sql
    .updateTable('webhooks')
    .set((given) => ({
      ...pick(p, STATE),
      failing_since: null,
      since_sequence: lastEvent(given, p.store_id),
    }))
    .where('store_id', '=', p.store_id)
    .where('id', '=', p.id)
    .where('enabled', '!=', p.enabled)
    .returning('url')

const switched = statement(switching)

/** Switches it off, or on in a transaction that holds the store. False if it was so already. */
export const switchWebhook = async (db: Queries, change: Switch): Promise<boolean> =>
  (await switched.first(db, change)) !== undefined

type FailingSwitch = Switch & { failing_since: number }

const switchedFailing = statement((sql, p: FailingSwitch) =>
  switching(sql, p).where('failing_since', '=', p.failing_since),
)

/** As `switchWebhook`. False also if it has succeeded or been switched since the caller read it. */
export const switchFailingWebhook = async (db: Queries, change: FailingSwitch): Promise<boolean> =>
  (await switchedFailing.first(db, change)) !== undefined

const failing = statement((sql, p: Key & { at: number }) =>
  sql
    .updateTable('webhooks')
    .set({ failing_since: p.at })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where('enabled', '=', 1)
    .where('failing_since', 'is', null),
)

export const noteFailing = (db: Queries, storeId: string, id: string, at: number) =>
  failing.run(db, { storeId, id, at })

const working = statement((sql, p: Key) =>
  sql
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('store_id', '=', p.storeId)
    .where('id', '=', p.id)
    .where('failing_since', 'is not', null),
)

export const noteWorking = (db: Queries, storeId: string, id: string) => working.run(db, { storeId, id })

interface Unjudged {
  since: number
  /** They have no pending delivery that is due by then. */
  waitsUntil: number
  /** They have accepted no test event after that. */
  testedAfter: number
  limit: number
}

const failingSince = statement((sql, p: Unjudged) =>
  sql
    .selectFrom('webhooks')
    .select(COLUMNS)
    .$narrowType<{ failing_since: NotNull }>()
    .where('failing_since', '<=', p.since)
    .where('enabled', '=', 1)
    // Not `exists`: PostgreSQL could turn it into a join that reads the pending deliveries of all URLs.
    .where(({ eb, ref }) =>
      eb.and(LANES.map((lane) => eb(firstDueTo(sql, lane, ref('webhooks.id'), p.waitsUntil), 'is', null))),
    )
    .where(({ eb, ref }) => {
      const url = { storeId: ref('webhooks.store_id'), id: ref('webhooks.id') }
      return eb(testTakenBy(sql, url, p.testedAfter), 'is', null)
    })
    .orderBy('failing_since')
    .limit(p.limit),
)

/** Across all stores: URLs that have failed since then or longer, and that no delivery or test event will judge. */
export const listFailingSince = (db: Queries, which: Unjudged) => failingSince.all(db, which)
