import { ORDER_FILTERS, type OrderFilter } from '#contract/dashboard/orders.ts'
import type { TaskState } from '#contract/dashboard/payment-tasks.ts'
import { PRODUCT_FILTERS, type ProductFilter } from '#contract/dashboard/products.ts'
import { DELIVERY_STATES, type DeliveryState } from '#contract/dashboard/webhooks.ts'

type Raw = Record<string, unknown>

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
const oneOf = <T extends string>(value: unknown, all: readonly T[]) => all.find((each) => each === value)
const whole = (value: unknown) =>
  Number.isSafeInteger(Number(value)) && Number(value) > 1 ? Number(value) : undefined

/** Leaves out what is not set, so that addresses stay short. */
const set = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

const paging = (raw: Raw) => ({ after: text(raw.after), page: whole(raw.page) })

/** Where to go after signing in, and the address to begin with. */
export const entrySearch = (raw: Raw) => set({ to: text(raw.to), email: text(raw.email) })

export const overviewSearch = (raw: Raw) => set({ days: [7, 90].find((days) => days === Number(raw.days)) })

export const productsSearch = (raw: Raw) =>
  set({
    search: text(raw.search),
    filter: oneOf<ProductFilter>(raw.filter, PRODUCT_FILTERS),
    category: text(raw.category),
    ...paging(raw),
  })

/** The id of the product to copy. */
export const newProductSearch = (raw: Raw) => set({ like: text(raw.like) })

export const ordersSearch = (raw: Raw) =>
  set({
    search: text(raw.search),
    status: oneOf<OrderFilter>(raw.status, ORDER_FILTERS),
    from: text(raw.from),
    to: text(raw.to),
    ...paging(raw),
  })

/** The ids of the chosen orders, separated by commas. */
export const slipsSearch = (raw: Raw) => set({ orders: text(raw.orders) })

export const refundsSearch = (raw: Raw) =>
  set({ state: oneOf<TaskState>(raw.state, ['done']), ...paging(raw) })

export const pagedSearch = (raw: Raw) => set(paging(raw))

export const deliveriesSearch = (raw: Raw) =>
  set({ status: oneOf<DeliveryState>(raw.status, DELIVERY_STATES), ...paging(raw) })
