import type { OrderCreated } from '#contract/events.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Address, PublicOrder } from '#contract/orders.ts'
import { givenAnswers } from '../checkout/given-answers.ts'
import { publicImageUrl } from '../images/image-url.ts'
import { isoTime } from '../values/iso-time.ts'
import { toRupees } from '../values/money.ts'

/** A purchase as it is stored: JSON as text, images of ours as paths. */
export interface KeptPurchase {
  product_id: string
  product_name: string
  product_image: string
  quantity: number
  amount_paise: number
  variation: string | null
  size: string | null
  color: string | null
  special_instructions: string | null
  answers: string
  customer_name: string
  customer_email: string
  customer_phone: string
  pincode: string
  address: string | null
}

export interface KeptOrder extends KeptPurchase {
  store_id: string
  id: string
  created_at: number
  status: OrderStatus
  /** Paid with test money. */
  is_test: 0 | 1
  rating: number | null
  review: string | null
  tracking_url: string | null
}

/** An order with the parts of its amount. */
export interface WholeOrder extends KeptOrder {
  unit_price_paise: number
  shipping_paise: number
}

export function presentOrder(order: KeptOrder, publicUrl: string): PublicOrder {
  return {
    id: order.id,
    created_at: isoTime(order.created_at),
    product_id: order.product_id,
    product_name: order.product_name,
    product_image: publicImageUrl(order.product_image, publicUrl),
    status: order.status,
    customer: {
      name: order.customer_name,
      email: order.customer_email,
      number: order.customer_phone,
      full_address: addressOf(order),
      pincode: order.pincode,
    },
    order_details: detailsOf(order, publicUrl),
    rating: order.rating,
    review: order.review,
    tracking_url: order.tracking_url,
  }
}

export function orderCreated(order: KeptOrder, publicUrl: string): OrderCreated {
  return {
    event: 'order.created',
    order_id: order.id,
    store_id: order.store_id,
    product_id: order.product_id,
    status: 'started',
    created_at: isoTime(order.created_at),
    customer: {
      name: order.customer_name,
      email: order.customer_email,
      number: order.customer_phone,
      full_address: addressLine(addressOf(order)),
      pincode: order.pincode,
    },
    order_details: detailsOf(order, publicUrl),
  }
}

/** Recipient and address in lines, as on an envelope. */
export function envelopeOf(order: KeptOrder): string[] {
  const address = addressOf(order)
  const place = address && [`${address.city} ${order.pincode}`, address.state, address.country].join(', ')
  const lines = [order.customer_name, address?.line1, address?.line2, place ?? order.pincode]
  return lines.flatMap((line) => line || [])
}

export function addressLine(address: Address | null): string {
  if (!address) return ''
  const { line1, line2, city, state, country } = address
  return [line1, line2, city, state, country].filter(Boolean).join(', ')
}

export const addressOf = (order: KeptOrder): Address | null =>
  order.address ? JSON.parse(order.address) : null

function detailsOf(order: KeptOrder, publicUrl: string): PublicOrder['order_details'] {
  return {
    quantity: order.quantity,
    amount: toRupees(order.amount_paise),
    variation: order.variation,
    size: order.size,
    color: order.color,
    special_instructions: order.special_instructions,
    custom_questions: givenAnswers(order).map(({ question, type, answer }) => ({
      question,
      type,
      answer: type === 'image' ? publicImageUrl(answer, publicUrl) : answer,
    })),
  }
}
