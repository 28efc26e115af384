import { newSeller } from '../../harness/app/app.ts'
import type { Running } from '../../harness/app/on-each-engine.ts'
import { mailServerOfSuite } from '../../harness/servers/mail-server.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { sendDueMails } from '../../server/workers/mails.ts'

/** A mail server for a suite, with helpers that place orders, send their mails there and read the outcome. */
export function mailsOfSuite(running: Running) {
  const post = mailServerOfSuite()
  return {
    post,
    send: (by = post.smtp) => sendDueMails(running.app.world, by),
    mailsOf: (orderId: string) => post.server.taken.filter(({ messageId }) => messageId?.includes(orderId)),
    row: async (orderId: string) =>
      (
        await rowsOf(running.app.world.db, (sql) =>
          sql.selectFrom('mails').selectAll().where('order_id', '=', orderId),
        )
      )[0]!,
    letter: async () =>
      (await rowsOf(running.app.world.db, (sql) => sql.selectFrom('letters').selectAll()))[0]!,
    async anOrder() {
      const seller = await newSeller(running.app)
      return { seller, order: await newOrder(running.app, seller, await newProduct(seller)) }
    },
  }
}
