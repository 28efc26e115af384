import { TO_PREPARE_MOST } from '#contract/dashboard/overview.ts'
import { pluralUpTo } from './plural.ts'

export const toPrepare = (orders: number): string =>
  `${pluralUpTo(TO_PREPARE_MOST, orders, 'order')} to prepare`

export const toPrepareLead = (orders: number): string =>
  orders === 0 ? 'No orders to prepare.' : `${toPrepare(orders)}.`
