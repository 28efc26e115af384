import type { Generated, GeneratedAlways } from 'kysely'
import type { ChangeSource } from '#contract/dashboard/orders.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { PolicyKind } from '#contract/policies.ts'
import type { KeptOrder, KeptPurchase } from '../rules/orders/present-order.ts'
import type { KeptProduct } from '../rules/products/product-row.ts'
import type {
  AuditRow,
  InvitationRow,
  MailLinkRow,
  MemberRow,
  PersonRow,
  SessionRow,
} from './accounts/account-rows.ts'
import type { Flag } from './flag.ts'
import type { LetterRow, MailRow } from './mails/mail-rows.ts'
import type {
  FormerRazorpayKeysRow,
  PaymentProblemRow,
  PaymentRow,
  RazorpayKeysRow,
  RefundTaskRow,
} from './payments/payment-rows.ts'
import type {
  DeliveryAttemptRow,
  DeliveryRow,
  EventRow,
  ReplayRow,
  WebhookRow,
} from './webhooks/webhook-rows.ts'

/** The tables as TypeScript sees them: one interface per table, named columns as in the migrations. */
export interface Schema {
  stores: Omit<StoreRow, 'new_order_mails' | 'business_name' | 'business_address' | 'policies'> & {
    new_order_mails: Generated<Flag>
    business_name: Generated<string>
    business_address: Generated<string>
    deleted_at: Generated<number | null>
  }
  policies: PolicyRow
  former_addresses: FormerAddressRow
  api_keys: ApiKeyRow
  /** On SQLite only: counts how often a key was replaced or removed. */
  key_changes: { count: number }
  categories: CategoryRow & { given_up_for: Generated<string | null>; reached: Generated<string> }
  products: ProductRow & { stock_given: number; low_stock: GeneratedAlways<number> }
  product_categories: { store_id: string; product_id: string; category_id: string }
  shelf: ShelfRow
  images: ImageRow & { going_until: Generated<number> }
  image_uses: { store_id: string; hash: string; owner_kind: string; owner_id: string }
  checkouts: CheckoutRow
  payments: PaymentRow
  refund_tasks: RefundTaskRow
  payment_problems: PaymentProblemRow
  razorpay_keys: RazorpayKeysRow
  former_razorpay_keys: FormerRazorpayKeysRow
  orders: OrderRow & { worded: Generated<Flag> }
  order_history: OrderHistoryRow
  order_sums: OrderSumRow
  order_words: OrderWordRow
  events: EventRow
  webhooks: WebhookRow & { removed_at: number | null }
  deliveries: DeliveryRow
  delivery_attempts: DeliveryAttemptRow
  replays: ReplayRow
  mails: Omit<MailRow, 'sent_before'> & { sent_before: Generated<string> }
  letters: LetterRow
  idempotency_keys: IdempotencyKeyRow
  people: PersonRow
  recovery_codes: { person_id: string; code_hash: string }
  sessions: SessionRow
  mail_links: MailLinkRow
  members: MemberRow
  invitations: InvitationRow
  audit: AuditRow
  api_use: ApiUseRow
  migrations: { name: string; applied_at: number; rolling: Generated<number> }
  service_facts: { name: string; value: string }
}

export interface StoreRow {
  id: string
  slug: string
  name: string
  created_at: number
  event_sequence: number
  /** Where customers write to; mails ask for replies there. */
  contact_email: string | null
  /** A path on this service, or a URL. */
  logo: string | null
  contact_phone: string
  shipping_default_paise: number
  /** The sender's name in mails; the store's name where it is empty. */
  sender_name: string
  /** Whether the owners get a mail about each new order. */
  new_order_mails: Flag
  /** The name under which the business is registered; the store's name where it is empty. */
  business_name: string
  /** In lines, as on an envelope. */
  business_address: string
  /** The kinds of the store's rows in `policies`, separated by spaces. */
  policies: string | null
}

export interface PolicyRow {
  store_id: string
  kind: PolicyKind
  body: string
  saved_at: number
}

export interface FormerAddressRow {
  store_id: string
  slug: string
  given_up_at: number
}

export interface ApiKeyRow {
  store_id: string
  key_hash: string
  last_four: string
  created_at: number
  last_used_at: number | null
}

export interface CategoryRow {
  store_id: string
  id: string
  name: string
  created_at: number
}

export interface ImageRow {
  store_id: string
  hash: string
  extension: string
  bytes: number
  touched_at: number
}

/**
 * The table has further columns: `stock_given`, all that the seller ever put in stock less what they took out, by which
 * `haat verify` checks the stock; `low_stock`, generated from the stock; and on SQLite `fields`: see product-json.ts.
 */
export interface ProductRow extends KeptProduct {
  updated_at: number
}

/** The shelf lists each product under its headings: everything, its categories, the words of its name and of theirs. */
export interface ShelfRow {
  store_id: string
  product_id: string
  heading: string
  place: number
}

/** The same columns in a checkout and in its order. */
export interface PurchaseColumns extends KeptPurchase {
  unit_price_paise: number
  shipping_paise: number
}

export interface CheckoutRow extends PurchaseColumns {
  store_id: string
  id: string
  status: CheckoutStatus
  created_at: number
  expires_at: number
  /** The form that it was sent from; null once another checkout has replaced it. */
  attempt: string | null
  /** The form that it was sent from, once another checkout has replaced it. */
  former_attempt: string | null
  /** A keyed hash of the network that it came from; null if it was not sent by a customer. */
  network: string | null
}

export type CheckoutStatus = 'open' | 'paid' | 'ended'

export interface OrderRow extends PurchaseColumns, KeptOrder {
  token: string
  checkout_id: string
  updated_at: number
}

export interface OrderHistoryRow {
  store_id: string
  order_id: string
  id: string
  /** Its place in the order's timeline, from 1. */
  number: number
  at: number
  source: ChangeSource
  actor: string
  from_status: OrderStatus | null
  to_status: OrderStatus
  tracking_url: string | null
  /** What the line is about, where it is neither a step nor a tracking link. */
  about: 'address' | 'erased' | null
}

export interface OrderSumRow {
  store_id: string
  /** Quarters of an hour since 1970. */
  quarter: number
  status: OrderStatus
  orders: number
  /** How many of the orders were tests, which bring no money. */
  test_orders: number
  /** What was paid for the other orders. */
  paise: number
}

export interface OrderWordRow {
  store_id: string
  word: string
  place: number
  order_id: string
}

export interface IdempotencyKeyRow {
  store_id: string
  operation: string
  path: string
  key: string
  body_hash: string
  answer: string
  created_at: number
}

export interface ApiUseRow {
  store_id: string
  operation: string
  /** Minutes since 1970. */
  minute: number
  requests: number
}
