import { answers, type Done, type Route, WAS } from './route.ts'

export interface StoreSettings {
  id: string
  name: string
  slug: string
  /** The URL of the store's page, as customers use it. */
  page: string
  logo: string | null
  contact_email: string
  contact_phone: string
  /** The registered name of the business. Where it is empty, pages show the store's name. */
  business_name: string
  /** Several lines, as on an envelope. */
  business_address: string
  /** The shipping cost that a new product's form begins with. */
  shipping_default: number
  sender_name: string
  /** Whether the owners get a mail about each new order. */
  new_order_mails: boolean
}

/** A former address of the store's page. It redirects to the current one, and no other store can take it. */
export interface FormerAddress {
  slug: string
  /** The full URL. */
  page: string
  given_up_at: string
}

/** A limit that keeps a store from reserving addresses by changing its own again and again. */
export const FORMER_ADDRESSES_MOST = 10

/** The most mails about new orders to an owner in an hour. One more says that there are more, then none. */
export const MOST_ORDER_MAILS = 20

/** The least that Razorpay collects in one payment. */
export const RAZORPAY_LEAST_PAISE = 100

/** The events that the seller selects for Razorpay's webhook: all that can change the state of a payment. */
export const RAZORPAY_EVENTS = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
] as const

/** The prefix of Razorpay's test key ids. Test keys move no money. */
export const TEST_KEYS = 'rzp_test_'

/** With `test` no money moves. */
interface PaymentSettings {
  gateway: 'test' | 'razorpay'
  key_id: string | null
  since: string | null
  /** The URL that the seller enters at Razorpay for its webhooks. */
  webhook_url: string
}

/** Counts of products and orders stop here: beyond this a seller needs no exact number. */
export const ROWS_MOST = 10_000

/** What deleting the store would delete, counted up to ROWS_MOST, and what prevents it, up to TASKS_MOST. */
interface StoreDeletion {
  products: number
  orders: number
  active_orders: number
  /** Payments that wait for a refund. */
  refunds_due: number
  /** Payments that the seller should look at. */
  payment_problems: number
  members: number
}

export const STORE_ROUTES = {
  createStore: {
    method: 'POST',
    path: '/stores',
    access: 'person',
    /**
     * Without a `slug` the address is derived from the name, where the name has letters that fit one. Idempotent
     * within a day by `attempt`, a UUID.
     */
    body: { name: 'string', slug: 'string?', attempt: 'string?' },
    answer: answers<{ store_id: string; slug: string }>(),
  },
  readSettings: {
    method: 'GET',
    path: '/stores/:store/settings',
    access: 'staff',
    answer: answers<StoreSettings>(),
  },
  changeSettings: {
    method: 'PUT',
    path: '/stores/:store/settings',
    access: 'manager',
    body: {
      name: 'string?',
      slug: 'string?',
      contact_email: 'string?',
      contact_phone: 'string?',
      business_name: 'string?',
      business_address: 'string?',
      shipping_default: 'field?',
      sender_name: 'string?',
      new_order_mails: 'boolean?',
      ...WAS,
    },
    answer: answers<StoreSettings>(),
  },
  /** The picture is sent and checked like a product's; null removes the logo. */
  changeLogo: {
    method: 'PUT',
    path: '/stores/:store/logo',
    access: 'manager',
    body: { primary_image: 'field' },
    carriesImages: true,
    answer: answers<{ logo: string | null }>(),
  },
  listFormerAddresses: {
    method: 'GET',
    path: '/stores/:store/former-addresses',
    access: 'manager',
    answer: answers<{ items: FormerAddress[] }>(),
  },
  /** Releases a former address: links to it stop working, and any store can take it. */
  letAddressGo: {
    method: 'DELETE',
    path: '/stores/:store/former-addresses/:address',
    access: 'manager',
    answer: answers<Done>(),
  },
  readPayments: {
    method: 'GET',
    path: '/stores/:store/payments',
    access: 'owner',
    answer: answers<PaymentSettings>(),
  },
  /**
   * From now on the store collects through Razorpay. The secrets are never shown again. Keys that Razorpay rejects are
   * not saved; `tried` is false where Razorpay could not be reached.
   */
  setRazorpay: {
    method: 'PUT',
    path: '/stores/:store/payments',
    access: 'owner',
    body: { key_id: 'string', key_secret: 'string', webhook_secret: 'string' },
    answer: answers<{ tried: boolean }>(),
  },
  /** Switches back to the test gateway. */
  removeRazorpay: {
    method: 'DELETE',
    path: '/stores/:store/payments',
    access: 'owner',
    answer: answers<Done>(),
  },
  readDeletion: {
    method: 'GET',
    path: '/stores/:store/deletion',
    access: 'owner',
    answer: answers<StoreDeletion>(),
  },
  deleteStore: {
    method: 'POST',
    path: '/stores/:store/deletion',
    access: 'owner',
    /** The store's name, typed as confirmation, and the person's own password. */
    body: { name: 'string', current_password: 'string' },
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>
