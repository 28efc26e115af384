import { refuse } from '#contract/errors.ts'
import { audited } from '../../accounts/audited.ts'
import { OPERATOR } from '../../accounts/operator.ts'
import { eraseCustomer } from '../../actions/orders/erase-customer.ts'
import { shortName } from '../../rules/orders/short-name.ts'
import { findOrderNumber } from '../../storage/orders/order-numbers.ts'
import type { OrderRow } from '../../storage/schema.ts'
import { idOf } from '../arguments.ts'
import { type Command, STORE_OPTION } from '../command.ts'

const WHAT =
  "name, addresses, phone number, note, answers with their pictures, review and tracking link, also in the order's event and mails"

export const orderForget: Command = {
  name: 'order forget',
  summary: "Erases the customer's details in an order that is delivered or cancelled, for good.",
  options: {
    ...STORE_OPTION,
    order: { value: 'ID', help: 'the order', required: true },
    yes: { help: 'do it; without this, only says what would be erased' },
  },
  async run({ world, required, isGiven }) {
    const [storeId, orderId] = [idOf(required('store')), idOf(required('order'))]
    const number = await findOrderNumber(world.db, { store_id: storeId, id: orderId })
    if (number === undefined) throw refuse('order_not_found')
    if (!isGiven('yes')) {
      const text = `This would erase from order number ${number} the customer's ${WHAT}. It cannot be undone; to do it, add --yes`
      return { json: { order_id: orderId, erased: false }, text }
    }
    const note = audited(world, storeId, OPERATOR, ({ product_name }: OrderRow) => ({
      action: 'order.customer_erased',
      subject: shortName({ number, product_name }),
    }))
    const erasure = { storeId, orderId, source: 'system', actor: OPERATOR.name } as const
    const isNew = await eraseCustomer(world, erasure, note)
    const text = `The customer's details in order number ${number} ${isNew ? 'are erased' : 'were erased before'}`
    return { json: { order_id: orderId, erased: true }, text }
  },
}
