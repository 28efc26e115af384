import { ORDER_STATUSES, type OrderStatus, type SettableStatus } from '../order-status.ts'
import type { PublicOrder } from '../orders.ts'
import { URL_MAX } from '../url.ts'
import { MANY_MOST, type ManyOutcome } from './many.ts'
import type { TaskState } from './payment-tasks.ts'
import { answers, type Done, type Page, type Route, WAS } from './route.ts'

/** What waits to be prepared, as one filter. */
export const TO_PREPARE = 'to_prepare'
export const TO_PREPARE_STATUSES = ['started', 'processing'] as const satisfies readonly OrderStatus[]
export const ORDER_FILTERS = [TO_PREPARE, ...ORDER_STATUSES] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

/** An order's id with all around it, and a character of a link, as JSON. */
const [ID_BYTES, CHARACTER_BYTES] = [100, 4]

export interface OrderLine {
  id: string
  /** What people call it by, in its store. */
  number: number
  created_at: string
  status: OrderStatus
  product_name: string
  product_image: string
  quantity: number
  amount: number
  /** Both empty once the customer's details were erased. */
  customer_name: string
  customer_email: string
  /** Paid with test money. */
  test: boolean
  /** The moves that are possible from here, in the order in which buttons should stand. */
  next: readonly SettableStatus[]
}

/** What goes into a parcel. */
export interface SlipView {
  order: PublicOrder
  number: number
  /** Paid with test money. */
  test: boolean
}

/** What became of orders that were to be moved together; `status` is what one has now, null where there is no such order. */
export type MoveOutcome = ManyOutcome<{ status: OrderStatus | null }>

/** Through whom a payment goes; `free`: there was nothing to pay. */
export type GatewayName = 'test' | 'razorpay' | 'free'

export type PaymentStatus = 'started' | 'paid' | 'refund_due' | 'failed'

/** Where an order was changed. */
export type ChangeSource = 'api' | 'dashboard' | 'system' | 'customer'

/**
 * `address`: the customer's is refused for good. `enough`: as many such mails have left as may in a day. `late`: it waited
 * until it was of no use. `erased`: the customer's details went before it could leave. `server`: all else, which whoever
 * runs the service has to look into.
 */
export type MailFailure = 'address' | 'enough' | 'late' | 'erased' | 'server'

/** How many mails a mailbox gets within a day that nobody paid for: about free and test orders, and as many sent again. */
export const MOST_UNPAID_MAILS = 20

/** How many mails about new addresses of paid orders a mailbox gets from one store within a day. */
export const MOST_ADDRESS_MAILS = 20

/** How many mails about free and test orders a store sends within a day. */
export const MOST_UNPAID_MAILS_OF_STORE = 1000

/** One line of what happened to an order, newest last. */
export type TimelineEntry = { at: string } & (
  | {
      kind: 'status'
      from: OrderStatus | null
      to: OrderStatus
      source: ChangeSource
      /** Who changed it. */
      actor: string
      tracking_url: string | null
    }
  | { kind: 'address'; source: ChangeSource; actor: string }
  /** The customer's details were. */
  | { kind: 'erased'; source: ChangeSource; actor: string }
  | { kind: 'payment'; gateway: GatewayName; reference: string; amount: number; status: PaymentStatus }
  | { kind: 'stock'; change: number }
  | {
      kind: 'mail'
      mail: string
      status: 'pending' | 'sent' | 'failed'
      /** Why the last try failed, where one did and none has succeeded since. */
      failure: MailFailure | null
    }
  | {
      kind: 'webhook'
      url: string
      attempt: number
      ok: boolean
      /** The answer's status, or the reason in words. */
      result: string
    }
)

export interface OwedMail {
  /** Its kind, which is its name within the order. */
  mail: string
  /** When it was owed. */
  at: string
  /** It has yet to leave, so that it cannot be sent again. */
  waits: boolean
}

export interface OrderView {
  order: PublicOrder
  number: number
  /** The moves that are possible from here, in the order in which buttons should stand. */
  next: readonly SettableStatus[]
  /** What the buyer paid, apart. */
  unit_price: number
  shipping: number
  /** Paid with test money. */
  test: boolean
  /** Where money is owed back for it, whether it was returned. */
  refund: TaskState | null
  /** The customer's own page of this order. */
  customer_page: string
  timeline: TimelineEntry[]
  /** The mails that were owed so far, oldest first. */
  mails: OwedMail[]
}

/**
 * `status`: one of ORDER_FILTERS. `from` and `to`: ISO 8601 moments, `to` not included. `search`: beginnings of words of the
 * customer's name or the product's, of the e-mail address, the number, the pincode or the order's id; or the order's
 * whole number, with or without a #.
 */
const ORDER_QUERY = { status: 'string?', from: 'string?', to: 'string?', search: 'string?' } as const

export const ORDER_ROUTES = {
  listOrders: {
    method: 'GET',
    path: '/stores/:store/orders',
    access: 'staff',
    query: { ...ORDER_QUERY, after: 'string?', limit: 'integer?' },
    answer: answers<Page<OrderLine>>(),
  },
  /** Not JSON: the whole list as a CSV file, sent as it is read. It takes all customers along, so staff have none. */
  exportOrders: {
    method: 'GET',
    path: '/stores/:store/orders.csv',
    access: 'manager',
    query: ORDER_QUERY,
    answer: answers<Blob>(),
  },
  readOrder: {
    method: 'GET',
    path: '/stores/:store/orders/:order',
    access: 'staff',
    answer: answers<OrderView>(),
  },
  changeOrderStatus: {
    method: 'PUT',
    path: '/stores/:store/orders/:order/status',
    access: 'staff',
    /** An empty `tracking_url` clears the saved one; absent leaves it. */
    body: { status: 'string', tracking_url: 'string?', ...WAS },
    answer: answers<Done>(),
  },
  /**
   * Moves up to MANY_MOST orders, each by itself. `from`: the status that each was seen in; one that has another by now is
   * left alone. `tracking_urls`: one for each order, empty where the saved one stays.
   */
  moveOrders: {
    method: 'POST',
    path: '/stores/:store/orders/moves',
    access: 'staff',
    body: { orders: 'strings', status: 'string', from: 'strings', tracking_urls: 'strings?' },
    mostBytes: MANY_MOST * (ID_BYTES + URL_MAX * CHARACTER_BYTES),
    answer: answers<MoveOutcome>(),
  },
  /** `orders`: up to MANY_MOST ids, separated by commas. They come in that order; those that are not there are left out. */
  readSlips: {
    method: 'GET',
    path: '/stores/:store/slips',
    access: 'staff',
    query: { orders: 'string' },
    answer: answers<{ slips: SlipView[] }>(),
  },
  /** While the parcel is still with the seller. */
  changeDelivery: {
    method: 'PUT',
    path: '/stores/:store/orders/:order/delivery',
    access: 'staff',
    body: {
      name: 'string',
      number: 'string',
      line1: 'string',
      line2: 'string',
      pincode: 'string',
      city: 'string',
      state: 'string',
      ...WAS,
    },
    answer: answers<Done>(),
  },
  /** For good, once the order is delivered or cancelled and no money is owed. Done twice it changes nothing more. */
  eraseCustomer: {
    method: 'DELETE',
    path: '/stores/:store/orders/:order/customer',
    access: 'owner',
    answer: answers<Done>(),
  },
  resendMail: {
    method: 'POST',
    path: '/stores/:store/orders/:order/mails',
    access: 'staff',
    body: { mail: 'string' },
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>
