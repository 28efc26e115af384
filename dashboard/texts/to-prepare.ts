import { TO_PREPARE_MOST } from '#contract/dashboard/overview.ts'
import { plural } from './plural.ts'

export const toPrepare = (orders: number): string =>
  `${orders >= TO_PREPARE_MOST ? 'At least ' : ''}${plural(orders, 'order')} to prepare`

export const toPrepareLead = (orders: number): string =>
  orders === 0 ? 'No orders to prepare.' : `${toPrepare(orders)}.`
