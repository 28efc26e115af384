import { answers, type Done, type Route, WAS } from './route.ts'

export interface StoreSettings {
  id: string
  name: string
  slug: string
  /** The customers' address of the store's page. */
  page: string
  logo: string | null
  contact_email: string
  contact_phone: string
  /** Under which the business is registered; the store's name where it is empty. */
  business_name: string
  /** In lines, as on an envelope. */
  business_address: string
  /** The shipping cost that a new product's form begins with. */
  shipping_default: number
  sender_name: string
  /** Whether the owners get a mail about each new order. */
  new_order_mails: boolean
}

/** An address that the store's page had before. Links to it lead on, and no other store can take it. */
export interface FormerAddress {
  slug: string
  /** As customers know it. */
  page: string
  given_up_at: string
}

/** So that nobody takes addresses for the sake of taking them. */
export const FORMER_ADDRESSES_MOST = 10

/** So many mails about new orders an owner gets in an hour; then one that there are more, and no other until the next. */
export const MOST_ORDER_MAILS = 20

/** Razorpay collects no less in one payment. */
export const RAZORPAY_LEAST_PAISE = 100

/** What Razorpay's webhook is asked to tell of: whatever can change what is known of a payment. */
export const RAZORPAY_EVENTS = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
] as const

/** How the ids of keys begin that move no money. */
export const TEST_KEYS = 'rzp_test_'

/** With `test` no money moves. */
interface PaymentSettings {
  gateway: 'test' | 'razorpay'
  key_id: string | null
  since: string | null
  /** The address to give to Razorpay for its own webhooks. */
  webhook_url: string
}

/** Counting ends here: who has more products or orders needs no exact number. */
export const ROWS_MOST = 10_000

/** What deleting the store would take with it, up to ROWS_MOST of each, and what stands in the way, up to TASKS_MOST. */
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
     * Without a `slug` it is made of the name, where that has letters for one. The same `attempt`, a UUID, sent again
     * within a day creates nothing twice.
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
  /** The picture comes as a product's does, so that it is checked as a product's is; null takes it away. */
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
  /** Links to it stop working, and any store can take it. */
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
   * From now on the store collects through Razorpay. The secrets are never shown again. Keys that Razorpay refuses are
   * not saved; `tried` is false where it could not be asked.
   */
  setRazorpay: {
    method: 'PUT',
    path: '/stores/:store/payments',
    access: 'owner',
    body: { key_id: 'string', key_secret: 'string', webhook_secret: 'string' },
    answer: answers<{ tried: boolean }>(),
  },
  /** Back to the test gateway. */
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
    /** The store's name, typed; and the person's own password. */
    body: { name: 'string', current_password: 'string' },
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>
