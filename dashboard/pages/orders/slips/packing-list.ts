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

/** What to collect for these orders: each item once with its quantity, sorted by name. */
export function packingList(orders: readonly PublicOrder[]): ToPack[] {
  const list = new Map<string, ToPack>()
  for (const { product_id, product_name: product, order_details: details } of orders) {
    const { variation, size, color, quantity } = details
    const key = JSON.stringify([product_id, product, variation, size, color])
    const before = list.get(key) ?? { key, product, choices: choicesOf(details), pieces: 0, orders: 0 }
    list.set(key, { ...before, pieces: before.pieces + quantity, orders: before.orders + 1 })
  }
  const name = ({ product, choices }: ToPack) => [product, ...choices].join(' ')
  return [...list.values()].sort((one, other) => name(one).localeCompare(name(other)))
}
