import { isWithSeller } from '#contract/order-status.ts'
import type { PublicOrder } from '#contract/orders.ts'

export interface ToPack {
  key: string
  product: string
  /** Variation, size and colour, where there are any. */
  choices: string[]
  pieces: number
  orders: number
}

const choicesOf = ({ variation, size, color }: PublicOrder['order_details']): string[] =>
  [variation, size, color].filter((choice) => choice !== null)

/**
 * What to collect for these orders: each item once with its quantity, sorted by name. `gone` counts the orders that are
 * cancelled or have left, for which nothing is packed.
 */
export function packingList(orders: readonly PublicOrder[]): { items: ToPack[]; gone: number } {
  const here = orders.filter(({ status }) => isWithSeller(status))
  const list = new Map<string, ToPack>()
  for (const { product_id, product_name: product, order_details: details } of here) {
    const { variation, size, color, quantity } = details
    const key = JSON.stringify([product_id, product, variation, size, color])
    const before = list.get(key) ?? { key, product, choices: choicesOf(details), pieces: 0, orders: 0 }
    list.set(key, { ...before, pieces: before.pieces + quantity, orders: before.orders + 1 })
  }
  const name = ({ product, choices }: ToPack) => [product, ...choices].join(' ')
  const items = [...list.values()].sort((one, other) => name(one).localeCompare(name(other)))
  return { items, gone: orders.length - here.length }
}
