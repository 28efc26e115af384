import { ORDER_STATUSES, type OrderStatus, type SettableStatus } from '../order-status.ts'
import type { PublicOrder } from '../orders.ts'
import { URL_MAX } from '../url.ts'
import { MANY_MOST, type ManyOutcome } from './many.ts'
import type { TaskState } from './payment-tasks.ts'
import { answers, type Done, type Page, type Route, WAS } from './route.ts'

/** The filter for orders that wait to be prepared: started and processing. */
export const TO_PREPARE = 'to_prepare'
export const TO_PREPARE_STATUSES = ['started', 'processing'] as const satisfies readonly OrderStatus[]
export const ORDER_FILTERS = [TO_PREPARE, ...ORDER_STATUSES] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

/** Upper bounds in JSON: an order's id with its quotes and separators, and one character of a link. */
const [ID_BYTES, CHARACTER_BYTES] = [100, 4]

export interface OrderLine {
  id: string
  /** The number that sellers and customers use; it counts within the store. */
  number: number
  created_at: string
  status: OrderStatus
  product_name: string
  product_image: string
  quantity: number
  amount: number
  /** Name and address are empty once the customer's details were erased. */
  customer_name: string
  customer_email: string
  /** Paid with test money. */
  test: boolean
  /** The moves that are possible from here, in the order in which buttons should stand. */
  next: readonly SettableStatus[]
}

/** Where a courier returns a parcel to, as far as the store has written it; else empty. */
export interface ReturnAddress {
  /** Several lines, as on an envelope. */
  address: string
  phone: string
}

/** A packing slip. */
export interface SlipView {
  order: PublicOrder
  number: number
  /** Paid with test money. */
  test: boolean
}

/** The result of moving many orders. `status` is a refused order's current status, null where it does not exist. */
export type MoveOutcome = ManyOutcome<{ status: OrderStatus | null }>

/** The payment provider; `free` where there was nothing to pay. */
export type GatewayName = 'test' | 'razorpay' | 'free'

export type PaymentStatus = 'started' | 'paid' | 'refund_due' | 'failed'

/** Where an order was changed. */
export type ChangeSource = 'api' | 'dashboard' | 'system' | 'customer'

/**
 * `address`: the customer's mail server rejects the address for good. `enough`: the daily limit for such mails is used
 * up. `late`: the mail waited so long that it became useless. `erased`: the customer's details were erased before it
 * could be sent. `server`: everything else, for the operator of the service to look into.
 */
export type MailFailure = 'address' | 'enough' | 'late' | 'erased' | 'server'

/** The most mails a day to one mailbox about free and test orders; as many again may be re-sent by hand. */
export const MOST_UNPAID_MAILS = 20

/** The most mails a day from one store to one mailbox about changed delivery addresses of paid orders. */
export const MOST_ADDRESS_MAILS = 20

/** The most mails about free and test orders that a store sends a day. */
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
  /** The customer's details were erased. */
  | { kind: 'erased'; source: ChangeSource; actor: string }
  | { kind: 'payment'; gateway: GatewayName; reference: string; amount: number; status: PaymentStatus }
  | { kind: 'stock'; change: number }
  | {
      kind: 'mail'
      mail: string
      status: 'pending' | 'sent' | 'failed'
      /** Why the last attempt failed; null where none failed or a later one succeeded. */
      failure: MailFailure | null
    }
  | {
      kind: 'webhook'
      /** Not the whole URL, which staff must not see: its path may hold a secret. */
      host: string
      attempt: number
      ok: boolean
      /** The answer's status, or the reason in words. */
      result: string
    }
)

export interface OrderMail {
  /** Its kind. An order has at most one mail of a kind, so this also identifies it. */
  mail: string
  /** When it was queued. */
  at: string
  /** It is still queued, so it cannot be re-sent yet. */
  waits: boolean
}

export interface OrderView {
  order: PublicOrder
  number: number
  /** The moves that are possible from here, in the order in which buttons should stand. */
  next: readonly SettableStatus[]
  /** The parts of what the buyer paid. */
  unit_price: number
  shipping: number
  /** Paid with test money. */
  test: boolean
  /** Whether the refund is done; null where the order needs none. */
  refund: TaskState | null
  /** The customer's own page of this order. */
  customer_page: string
  return_address: ReturnAddress
  timeline: TimelineEntry[]
  /** The mails queued for it so far, sent or not, oldest first. */
  mails: OrderMail[]
}

/**
 * `status`: one of ORDER_FILTERS. `from` and `to`: ISO 8601 moments, `to` not included. `search`: beginnings of words
 * in the customer's or the product's name, of the e-mail address, the phone number, the pincode or the order's id; or
 * the order's whole number, with or without a #.
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
  /** Not JSON: the whole list, streamed as CSV. Staff may not call it, because it contains every customer's details. */
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
   * Moves up to MANY_MOST orders, each on its own. `from`: the status in which the seller saw each order; one that has
   * changed since is left alone. `tracking_urls`: one for each order, empty where the saved one stays.
   */
  moveOrders: {
    method: 'POST',
    path: '/stores/:store/orders/moves',
    access: 'staff',
    body: { orders: 'strings', status: 'string', from: 'strings', tracking_urls: 'strings?' },
    mostBytes: MANY_MOST * (ID_BYTES + URL_MAX * CHARACTER_BYTES),
    answer: answers<MoveOutcome>(),
  },
  /** `orders`: up to MANY_MOST ids, separated by commas. The answer keeps their order and omits unknown ids. */
  readSlips: {
    method: 'GET',
    path: '/stores/:store/slips',
    access: 'staff',
    query: { orders: 'string' },
    answer: answers<{ slips: SlipView[]; return_address: ReturnAddress }>(),
  },
  /** Allowed while the parcel is still with the seller. */
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
  /** Irreversible. Allowed once the order is delivered or cancelled and no refund is open. Idempotent. */
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
