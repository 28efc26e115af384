import { placeTestOrder } from '../../actions/orders/place-test-order.ts'
import type { PurchaseInput } from '../../rules/checkout/purchase.ts'
import { MADE_UP_END } from '../../rules/mails/mail-address.ts'
import { findOrderNumber } from '../../storage/orders/order-numbers.ts'
import { idOf } from '../arguments.ts'
import { type Command, type Option, STORE_OPTION } from '../command.ts'

/** Each option and the field of the purchase that it sets. */
const PARTS = {
  quantity: ['quantity', 'N', 'how many pieces (1)'],
  variation: ['variation', 'V', 'the variation (the first)'],
  size: ['size', 'S', 'the size (the first)'],
  color: ['color', 'C', 'the colour (the first)'],
  instructions: ['special_instructions', 'T', 'special instructions'],
  name: ['name', 'N', "the customer's name"],
  email: ['email', 'E', "the customer's e-mail address (one to which nothing is sent)"],
  phone: ['phone', 'P', "the customer's 10-digit phone number"],
  pincode: ['pincode', 'P', '6-digit pincode'],
  line1: ['line1', 'L', 'house and street'],
  line2: ['line2', 'L', 'area'],
  city: ['city', 'C', 'city'],
  state: ['state', 'S', 'state'],
  country: ['country', 'C', 'country'],
} as const satisfies Record<string, [keyof PurchaseInput, string, string]>

const partOptions: Record<string, Option> = Object.fromEntries(
  Object.entries(PARTS).map(([name, [, value, help]]) => [name, { value, help }]),
)

export const orderPlace: Command = {
  name: 'order place',
  summary: 'Places a paid order through the built-in test gateway. What is left out is made up.',
  options: {
    ...STORE_OPTION,
    product: { value: 'ID', help: 'the product', required: true },
    ...partOptions,
    answer: {
      value: 'A',
      help: "an answer to the product's next question, for a picture its URL; all of them or none (none)",
      multiple: true,
    },
  },
  async run({ world, option, required, options }) {
    const given: Partial<PurchaseInput> = {
      email: `customer@trial${MADE_UP_END}`,
      ...Object.fromEntries(
        Object.entries(PARTS).flatMap(([name, [part]]) =>
          option(name) === undefined ? [] : [[part, option(name)]],
        ),
      ),
    }
    if (options('answer').length > 0) given.answers = options('answer')
    const storeId = idOf(required('store'))
    const placed = await placeTestOrder(world, {
      storeId,
      productId: idOf(required('product')),
      given,
    })
    const number = await findOrderNumber(world.db, { store_id: storeId, id: placed.order_id })
    return {
      json: { ...placed, number },
      text: `Placed order number ${number}, with the id ${placed.order_id}`,
    }
  },
}
