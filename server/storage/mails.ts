import type { Queries } from './engine.ts'
import type { MailRow } from './schema.ts'
import { pick, statement } from './statement.ts'

type NewMail = Omit<MailRow, 'last_error' | 'sent_at'>

const insert = statement((sql, p: NewMail) =>
  sql
    .insertInto('mails')
    .values(
      pick(p, ['store_id', 'order_id', 'kind', 'status', 'attempts', 'due_at', 'created_at', 'tracking_url']),
    )
    .onConflict((conflict) => conflict.columns(['store_id', 'order_id', 'kind']).doNothing()),
)

/** At most one mail per order and change: a second one is not written. */
export function queueMail(
  tx: Queries,
  mail: Pick<MailRow, 'store_id' | 'order_id' | 'kind' | 'tracking_url'>,
  at: number,
) {
  return insert.run(tx, { ...mail, status: 'pending', attempts: 0, due_at: at, created_at: at })
}
