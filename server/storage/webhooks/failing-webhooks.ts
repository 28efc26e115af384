import { FAILED_MOST } from '#contract/dashboard/overview.ts'
import type { Queries } from '../engine.ts'
import { literal, statement } from '../statement.ts'

const failing = statement((sql, p: { storeId: string }) =>
  sql
    .selectFrom('webhooks')
    .select(({ ref, selectFrom }) => {
      const some = selectFrom('deliveries')
        .select('sequence')
        .where('store_id', '=', ref('webhooks.store_id'))
        .where('webhook_id', '=', ref('webhooks.id'))
        .where('status', '=', literal('failed'))
        // In the order of the index: unordered, PostgreSQL may read all that was ever sent.
        .orderBy('sequence')
        .limit(literal(FAILED_MOST))
      const counted = selectFrom(some.as('some')).select(({ fn }) => fn.countAll<number>().as('failed'))
      return ['id', 'url', 'enabled', counted.$asScalar().$notNull().as('failed')]
    })
    .where('store_id', '=', p.storeId)
    .where('removed_at', 'is', null)
    .where((column) => column.or([column('failing_since', 'is not', null), column('enabled', '=', 0)])),
)

/** URLs that fail or are switched off, with how many events they have missed, each counted up to FAILED_MOST. */
export const listFailingWebhooks = (db: Queries, storeId: string) => failing.all(db, { storeId })
