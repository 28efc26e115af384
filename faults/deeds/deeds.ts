import { noise } from '../../harness/shops/pictures.ts'
import { aCustomer } from '../../harness/shops/shop.ts'
import { changeOrderStatus } from '../../server/actions/orders/change-order-status.ts'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { testGateway } from '../../server/actions/payments/gateways.ts'
import { settlePayment } from '../../server/actions/payments/settle-payment.ts'
import { startPayment } from '../../server/actions/payments/start-payment.ts'
import { createProduct } from '../../server/actions/products/create-product.ts'
import { deleteProduct } from '../../server/actions/products/delete-product.ts'
import { editProduct } from '../../server/actions/products/edit-product.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { checkImage } from '../../server/images/check-image.ts'
import { Smtp } from '../../server/mails/smtp.ts'
import { CheckedUpload } from '../../server/rules/images/image-fields.ts'
import { insertMember } from '../../server/storage/accounts/members.ts'
import { insertPerson } from '../../server/storage/accounts/people.ts'
import { findCheckoutByAttempt } from '../../server/storage/orders/checkouts.ts'
import { findOrder } from '../../server/storage/orders/orders.ts'
import { findPayment } from '../../server/storage/payments/payments.ts'
import { findProduct } from '../../server/storage/products/products.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { listWebhooks } from '../../server/storage/webhooks/webhooks.ts'
import { MAILS_AT_ONCE, startMails } from '../../server/workers/mails.ts'
import { WebhookWorker } from '../../server/workers/webhooks.ts'
import type { World } from '../../server/world.ts'
import type { Deed, Subject } from './deed.ts'
import { instead } from './instead.ts'
import { LONG_DEEDS } from './long-deeds.ts'
import { IN_A_MESSAGE, IN_A_SENDING, IN_A_TRANSACTION, IN_AN_UPLOAD } from './points.ts'

const once = ({ storeId, key }: Subject, operation: string, path: string) => ({
  store_id: storeId,
  operation,
  path,
  key,
  body_hash: 'the same',
})

export const PRODUCT = { name: 'Lamp', price: 10, description: 'Doomed', stock: 3 }
export const picture = async () => {
  const checked = await checkImage(await noise({ width: 16, height: 16 }).png().toBuffer(), 'a store')
  if (!('image' in checked)) throw new Error('no picture')
  return new CheckedUpload(checked.image)
}

const madeProducts = (world: World, { storeId }: Subject) =>
  rowsOf(world.db, (sql) =>
    sql.selectFrom('products').select('id').where('store_id', '=', storeId).where('name', '=', 'Lamp'),
  )

const capture = ({ storeId, reference, amountPaise }: Subject) => ({
  storeId,
  gateway: 'test' as const,
  reference,
  amountPaise,
})

const checkout = (world: World, { storeId, productId, key }: Subject) =>
  startCheckout(world, { storeId, productId, input: aCustomer(), attempt: key })

const SENT = { mails: 'sent', deliveries: 'delivered' }

const isSent = async (world: World, table: keyof typeof SENT, { storeId }: Subject) => {
  const rows = await rowsOf(world.db, (sql) =>
    sql.selectFrom(table).select('status').where('store_id', '=', storeId),
  )
  return rows.length > 0 && rows.every(({ status }) => status === SENT[table])
}

/** The number of letters (mails to the store's only owner) about the order. */
const lettersAbout = async ({ db }: World, orderId: string) => {
  const letters = await rowsOf(db, (sql) =>
    sql.selectFrom('letters').select('id').where('id', 'like', `${orderId}.%`),
  )
  return letters.length
}

export const DEEDS = {
  'create a product': {
    points: IN_AN_UPLOAD,
    do: async (world, subject) =>
      createProduct(world, {
        storeId: subject.storeId,
        input: { ...PRODUCT, primary_image: await picture() },
        once: once(subject, 'create_product', ''),
      }),
    isDone: async (world, subject) => (await madeProducts(world, subject)).length === 1,
  },
  'edit a product': {
    points: IN_A_TRANSACTION,
    pointsOnPostgres: IN_A_MESSAGE,
    do: (world, { storeId, productId }) =>
      editProduct(world, { storeId, id: productId, input: { stock: 77 } }),
    isDone: async ({ db }, { storeId, productId }) =>
      (await findProduct(db, storeId, productId))?.stock === 77,
  },
  'delete a product': {
    points: IN_A_TRANSACTION,
    do: (world, { storeId, productId }) => deleteProduct(world, { storeId, id: productId }),
    isDone: async ({ db }, { storeId, productId }) => !(await findProduct(db, storeId, productId)),
  },
  'change a status': {
    points: IN_A_TRANSACTION,
    do: (world, subject) =>
      changeOrderStatus(world, {
        storeId: subject.storeId,
        orderId: subject.orderId,
        status: 'cancelled',
        source: 'api',
        actor: 'doomed',
        once: once(subject, 'change_order_status', subject.orderId),
      }),
    isDone: async ({ db }, { storeId, orderId }) =>
      (await findOrder(db, storeId, orderId))?.status === 'cancelled',
  },
  'begin a checkout': {
    points: IN_A_TRANSACTION,
    do: checkout,
    isDone: async ({ db }, { storeId, productId, key }) =>
      (await findCheckoutByAttempt(db, storeId, productId, key)) !== undefined,
  },
  'settle a payment': {
    points: IN_A_TRANSACTION,
    do: (world, subject) => settlePayment(world, capture(subject)),
    async isDone(world, { storeId, reference }) {
      const payment = await findPayment(world.db, storeId, 'test', reference)
      return payment?.status === 'paid' && (await lettersAbout(world, payment.order_id ?? '')) === 1
    },
  },
  'add a webhook': {
    points: IN_A_TRANSACTION,
    do: (world, { storeId }) => addWebhook(world, { storeId, url: 'https://127.0.0.1:1/another' }),
    isDone: async ({ db }, { storeId }) => (await listWebhooks(db, storeId)).length === 2,
  },
  ...LONG_DEEDS,
  'send a mail': {
    points: IN_A_SENDING,
    async do(world, { smtpUrl }, { point, die }) {
      const smtp = new Smtp(smtpUrl, { connections: MAILS_AT_ONCE })
      startMails(world, {
        async send(message, overdue) {
          if (point === 'before the sending') die()
          await smtp.send(message, overdue)
          if (point === 'after the sending') die()
        },
      })
    },
    isDone: (world, subject) => isSent(world, 'mails', subject),
  },
  'deliver a webhook': {
    points: IN_A_SENDING,
    async do(world, _subject, { point, die }) {
      const post: World['receivers']['post'] = async (posting) => {
        if (point === 'before the sending') die()
        const result = await world.receivers.post(posting)
        if (point === 'after the sending') die()
        return result
      }
      new WebhookWorker({ ...world, receivers: instead(world.receivers, { post }) }, [])
    },
    isDone: (world, subject) => isSent(world, 'deliveries', subject),
  },
} as const satisfies Record<string, Deed>

export type DeedName = keyof typeof DEEDS

/** A store with an owner, a product, an order of another product and a pending payment. */
export async function subjectIn(world: World, storeId: string, smtpUrl: string): Promise<Subject> {
  const product = async (name: string) => {
    const { answer } = await createProduct(world, { storeId, input: { ...PRODUCT, name } })
    return answer.product_id
  }
  const ownerId = await giveOwner(world, storeId)
  const [productId, sold] = [await product('Vase'), await product('Bowl')]
  const { order_id: orderId } = await placeTestOrder(world, { storeId, productId: sold, given: {} })
  const started = await startCheckout(world, { storeId, productId: sold, input: aCustomer() })
  if ('problems' in started) throw new Error('The checkout was refused')
  const payment = await startPayment(world, testGateway(world), started.checkout)
  const { reference, amount_paise: amountPaise } = payment
  return {
    storeId,
    ownerId,
    productId,
    orderId,
    reference,
    amountPaise,
    key: crypto.randomUUID().slice(0, 24),
    smtpUrl,
  }
}

async function giveOwner({ db, newId, now }: World, storeId: string): Promise<string> {
  const id = newId()
  const person = { id, email: `${id}@example.com`, name: 'Asha', password_hash: '', created_at: now() }
  await insertPerson(db, person)
  await insertMember(db, { store_id: storeId, person_id: id, role: 'owner', since: now() })
  return id
}
