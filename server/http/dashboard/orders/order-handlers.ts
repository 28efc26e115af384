import { wrongField, wrongFields } from '#contract/dashboard/errors.ts'
import {
  ORDER_FILTERS,
  type ORDER_ROUTES,
  type OrderLine,
  TO_PREPARE,
  TO_PREPARE_STATUSES,
} from '#contract/dashboard/orders.ts'
import type { Input } from '#contract/dashboard/route.ts'
import { refuse } from '#contract/errors.ts'
import { nextStatuses, type SettableStatus } from '#contract/order-status.ts'
import { audited, writeAudit } from '../../../accounts/audited.ts'
import { resendMail } from '../../../actions/mails/resend-mail.ts'
import { changeDelivery } from '../../../actions/orders/change-delivery.ts'
import { changeOrderStatus } from '../../../actions/orders/change-order-status.ts'
import { eraseCustomer } from '../../../actions/orders/erase-customer.ts'
import { moveOrders } from '../../../actions/orders/move-orders.ts'
import { publicImageUrl } from '../../../rules/images/image-url.ts'
import { checkDelivery } from '../../../rules/orders/delivery.ts'
import { orderEventId } from '../../../rules/orders/order-event-id.ts'
import { orderTimeline } from '../../../rules/orders/order-timeline.ts'
import { addressOf, presentOrder } from '../../../rules/orders/present-order.ts'
import { shortName } from '../../../rules/orders/short-name.ts'
import { checkStatusBody } from '../../../rules/orders/status-body.ts'
import { orderPath } from '../../../rules/stores/customer-paths.ts'
import { isoTime } from '../../../rules/values/iso-time.ts'
import { toRupees } from '../../../rules/values/money.ts'
import { listOrderHistory } from '../../../storage/orders/order-history.ts'
import type { OrderListRow } from '../../../storage/orders/order-list.ts'
import { findOrderNumber, listOrderNumbers } from '../../../storage/orders/order-numbers.ts'
import { listAttemptsOf, listMailsOf, listPaymentsOf } from '../../../storage/orders/order-trail.ts'
import { findOrder, listWholeOrders } from '../../../storage/orders/orders.ts'
import type { OrderRow } from '../../../storage/schema.ts'
import type { World } from '../../../world.ts'
import type { Handlers } from '../endpoint.ts'
import { oneOf } from '../input/one-of.ts'
import { readIds } from '../input/read-ids.ts'
import { readMoment } from '../input/read-moment.ts'
import { readSearch } from '../input/read-search.ts'
import { unlessChanged } from '../input/unless-changed.ts'
import { readLimit } from '../lists/page.ts'
import { sendCsv } from '../lists/send-csv.ts'
import { findOrders } from './find-orders.ts'
import { ordersCsv } from './orders-csv.ts'
import { readMoves } from './read-moves.ts'
import { returnAddressOf } from './return-address-of.ts'

/** An order of another store is answered as not found. */
async function ownOrder({ db }: World, storeId: string, id: string) {
  const [order, number] = await Promise.all([
    findOrder(db, storeId, id),
    findOrderNumber(db, { store_id: storeId, id }),
  ])
  if (!order || number === undefined) throw refuse('order_not_found')
  return { ...order, number }
}

/** The names of these orders in the audit log. */
async function namesOf({ db }: World, storeId: string, ids: readonly string[]) {
  const numbers = await listOrderNumbers(db, storeId, ids)
  return ({ id, product_name }: OrderRow) => shortName({ number: numbers.get(id)!, product_name })
}

const movedTo = (status: SettableStatus, nameOf: (order: OrderRow) => string) => (before: OrderRow) => ({
  action: 'order.status_changed' as const,
  subject: nameOf(before),
  detail: `${before.status} → ${status}`,
})

const line = (row: OrderListRow, number: number, publicUrl: string): OrderLine => ({
  id: row.id,
  number,
  created_at: isoTime(row.created_at),
  status: row.status,
  product_name: row.product_name,
  product_image: publicImageUrl(row.product_image, publicUrl),
  quantity: row.quantity,
  amount: toRupees(row.amount_paise),
  customer_name: row.customer_name,
  customer_email: row.customer_email,
  test: row.is_test === 1,
  next: nextStatuses(row.status),
})

export const ORDER_HANDLERS: Handlers<keyof typeof ORDER_ROUTES> = {
  async listOrders({ world, input }) {
    const limit = readLimit(input.limit)
    const { items, next } = await findOrders(world.db, input.store, queryOf(input), input.after, limit)
    const ids = items.map(({ id }) => id)
    const numbers = await listOrderNumbers(world.db, input.store, ids)
    return { items: items.map((row) => line(row, numbers.get(row.id)!, world.publicUrl)), next }
  },

  async exportOrders(call) {
    const { world, person, input } = call
    const query = queryOf(input)
    const exported = { action: 'orders.exported', subject: 'orders.csv' } as const
    await writeAudit(world.db, world, input.store, person, exported)
    await sendCsv(call, 'orders.csv', ordersCsv(world, input.store, query))
    return undefined
  },

  async readOrder({ world, input: { store, order: id } }) {
    const order = await ownOrder(world, store, id)
    const [history, payments, mails, attempts, return_address] = await Promise.all([
      listOrderHistory(world.db, store, id),
      listPaymentsOf(world.db, store, order.checkout_id),
      listMailsOf(world.db, store, id),
      listAttemptsOf(world.db, store, orderEventId(id)),
      returnAddressOf(world, store),
    ])
    const paid = payments.find(({ status }) => status === 'paid')
    return {
      order: presentOrder(order, world.publicUrl),
      number: order.number,
      test: order.is_test === 1,
      refund: paid?.refund_due_at ? (paid.refunded_at ? 'done' : 'due') : null,
      next: nextStatuses(order.status),
      unit_price: toRupees(order.unit_price_paise),
      shipping: toRupees(order.shipping_paise),
      customer_page: `${world.publicUrl}${orderPath(order.token)}`,
      return_address,
      timeline: orderTimeline({ quantity: order.quantity, history, payments, mails, attempts }),
      mails: mails.map(({ kind, created_at, status }) => ({
        mail: kind,
        at: isoTime(created_at),
        waits: status === 'pending',
      })),
    }
  },

  async changeOrderStatus({ world, person, input }) {
    const { tracking_url } = input
    const own = await ownOrder(world, input.store, input.order)
    const checked = checkStatusBody({
      status: input.status,
      ...(tracking_url !== undefined && { tracking_url: tracking_url === '' ? null : tracking_url }),
    })
    if ('problem' in checked) {
      throw wrongField(/^tracking_url/.test(checked.problem) ? 'tracking_url' : 'status', checked.problem)
    }
    const { status, tracking_url: trackingUrl } = checked.value
    const change = {
      storeId: input.store,
      orderId: input.order,
      status,
      trackingUrl,
      source: 'dashboard',
      actor: person.name,
      allow: ({ status, tracking_url }: OrderRow) =>
        unlessChanged(input.was, { status, tracking_url: tracking_url ?? '' }),
    } as const
    const moved = movedTo(status, () => shortName(own))
    await changeOrderStatus(world, change, audited(world, input.store, person, moved))
    return {}
  },

  async moveOrders({ world, person, input }) {
    const { store: storeId } = input
    const { status, moves } = readMoves(input)
    const ids = moves.map(({ id }) => id)
    const nameOf = await namesOf(world, storeId, ids)
    const note = audited(world, storeId, person, movedTo(status, nameOf))
    return moveOrders(world, moves, { storeId, status, actor: person.name }, note)
  },

  async readSlips({ world, input }) {
    const ids = readIds('orders', input.orders.split(','))
    const rows = await listWholeOrders(world.db, input.store, ids)
    const numbers = await listOrderNumbers(world.db, input.store, ids)
    const slips = ids.flatMap((id) => {
      const row = rows.find((each) => each.id === id)
      if (!row) return []
      return { order: presentOrder(row, world.publicUrl), number: numbers.get(id)!, test: row.is_test === 1 }
    })
    return { slips, return_address: await returnAddressOf(world, input.store) }
  },

  async changeDelivery({ world, person, input: { store, order: id, was, ...typed } }) {
    const checked = checkDelivery(typed)
    if ('problems' in checked) throw wrongFields(checked.problems)
    const change = {
      storeId: store,
      orderId: id,
      delivery: checked.value,
      actor: person.name,
      allow: (order: OrderRow) => unlessChanged(was, deliveryOf(order)),
    }
    const nameOf = await namesOf(world, store, [id])
    const note = audited(world, store, person, (before: OrderRow) => ({
      action: 'order.address_changed',
      subject: nameOf(before),
    }))
    await changeDelivery(world, change, note)
    return {}
  },

  async eraseCustomer({ world, person, input: { store, order } }) {
    const erasure = { storeId: store, orderId: order, source: 'dashboard', actor: person.name } as const
    const nameOf = await namesOf(world, store, [order])
    const note = audited(world, store, person, (after: OrderRow) => ({
      action: 'order.customer_erased',
      subject: nameOf(after),
    }))
    await eraseCustomer(world, erasure, note)
    return {}
  },

  async resendMail({ world, person, input }) {
    const order = await ownOrder(world, input.store, input.order)
    const note = audited(world, input.store, person, () => ({
      action: 'order.mail_resent',
      subject: shortName(order),
      detail: input.mail,
    }))
    await resendMail(world, { storeId: input.store, orderId: input.order, kind: input.mail }, note)
    return {}
  },
}

/** The delivery details under the field names of their form. */
function deliveryOf(order: OrderRow) {
  const { line1 = '', line2 = '', city = '', state = '' } = addressOf(order) ?? {}
  const { customer_name: name, customer_phone: number, pincode } = order
  return { name, number, pincode, line1, line2, city, state }
}

function queryOf({ status, from, to, search }: Input<(typeof ORDER_ROUTES)['exportOrders']>) {
  const filter = status === undefined ? undefined : oneOf('status', ORDER_FILTERS, status)
  return {
    statuses: filter && (filter === TO_PREPARE ? TO_PREPARE_STATUSES : [filter]),
    from: from === undefined ? undefined : readMoment('from', from),
    to: to === undefined ? undefined : readMoment('to', to),
    search: readSearch(search),
  }
}
