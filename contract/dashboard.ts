import type {
  InvitationSent,
  InvitationView,
  RecoveryCodes,
  SecondFactorStart,
  Session,
  SessionLine,
  SignUpAnswer,
  Team,
} from './dashboard/accounts.ts'
import type { OrderLine, OrderView, RefundTask } from './dashboard/orders.ts'
import type { Overview } from './dashboard/overview.ts'
import { type Category, type ImportOutcome, PRODUCT_BODY, type ProductLine } from './dashboard/products.ts'
import { answers, type Page, type Route } from './dashboard/route.ts'
import type {
  AuditLine,
  KeyView,
  OperationUse,
  PaymentSettings,
  StoreDeletion,
  StoreSettings,
} from './dashboard/store.ts'
import { WEBHOOK_ROUTES } from './dashboard/webhooks.ts'
import type { PublicProduct } from './products.ts'

export const DASHBOARD_API = '/dashboard/api'

/** Answered where there is nothing to tell but that it is done. */
export type Done = Record<string, never>

const ACCOUNTS = {
  session: { method: 'GET', path: '/session', access: 'anyone', answer: answers<Session>() },
  signUp: {
    method: 'POST',
    path: '/sign-up',
    access: 'anyone',
    body: { name: 'string', email: 'string', password: 'string' },
    answer: answers<SignUpAnswer>(),
  },
  confirmSignUp: {
    method: 'POST',
    path: '/sign-up/confirm',
    access: 'anyone',
    body: { token: 'string' },
    answer: answers<Done>(),
  },
  signIn: {
    method: 'POST',
    path: '/sign-in',
    access: 'anyone',
    /** `code` is a one-time or a recovery code; without it the answer may be `code_needed`. */
    body: { email: 'string', password: 'string', code: 'string?' },
    answer: answers<Done>(),
  },
  signOut: { method: 'POST', path: '/sign-out', access: 'anyone', body: {}, answer: answers<Done>() },
  signOutEverywhere: {
    method: 'POST',
    path: '/sign-out-everywhere',
    access: 'person',
    body: {},
    answer: answers<Done>(),
  },
  askReset: {
    method: 'POST',
    path: '/password/reset',
    access: 'anyone',
    body: { email: 'string' },
    answer: answers<Done>(),
  },
  resetPassword: {
    method: 'POST',
    path: '/password/reset/finish',
    access: 'anyone',
    body: { token: 'string', password: 'string' },
    answer: answers<Done>(),
  },
  changePassword: {
    method: 'POST',
    path: '/password/change',
    access: 'person',
    body: { current_password: 'string', password: 'string' },
    answer: answers<Done>(),
  },
  changeName: {
    method: 'PUT',
    path: '/person',
    access: 'person',
    body: { name: 'string' },
    answer: answers<Done>(),
  },
  listSessions: {
    method: 'GET',
    path: '/sessions',
    access: 'person',
    answer: answers<{ sessions: SessionLine[] }>(),
  },
  startSecondFactor: {
    method: 'POST',
    path: '/second-factor',
    access: 'person',
    body: { current_password: 'string' },
    answer: answers<SecondFactorStart>(),
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/second-factor/confirm',
    access: 'person',
    body: { code: 'string' },
    answer: answers<RecoveryCodes>(),
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/second-factor/remove',
    access: 'person',
    body: { current_password: 'string', code: 'string' },
    answer: answers<Done>(),
  },
  readInvitation: {
    method: 'POST',
    path: '/invitations/read',
    access: 'anyone',
    body: { token: 'string' },
    answer: answers<InvitationView>(),
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/accept',
    access: 'person',
    body: { token: 'string' },
    answer: answers<{ store_id: string }>(),
  },
  createStore: {
    method: 'POST',
    path: '/stores',
    access: 'person',
    body: { name: 'string' },
    answer: answers<{ store_id: string; slug: string }>(),
  },
} as const satisfies Record<string, Route>

const CATALOGUE = {
  overview: {
    method: 'GET',
    path: '/stores/:store/overview',
    access: 'staff',
    /** `days`: 7, 30 or 90. `offset`: minutes that the viewer's clock is ahead of UTC, 330 in India. */
    query: { days: 'integer', offset: 'integer' },
    answer: answers<Overview>(),
  },
  listProducts: {
    method: 'GET',
    path: '/stores/:store/products',
    access: 'staff',
    /** `filter`: one of PRODUCT_FILTERS. `category`: its id. Newest first. */
    query: { search: 'string?', filter: 'string?', category: 'string?', after: 'string?', limit: 'integer?' },
    answer: answers<Page<ProductLine>>(),
  },
  readProduct: {
    method: 'GET',
    path: '/stores/:store/products/:product',
    access: 'staff',
    answer: answers<{ product: PublicProduct; customer_page: string; active_orders: number }>(),
  },
  createProduct: {
    method: 'POST',
    path: '/stores/:store/products',
    access: 'staff',
    body: PRODUCT_BODY,
    carriesImages: true,
    answer: answers<{ product_id: string }>(),
  },
  editProduct: {
    method: 'PUT',
    path: '/stores/:store/products/:product',
    access: 'staff',
    body: PRODUCT_BODY,
    carriesImages: true,
    answer: answers<Done>(),
  },
  deleteProduct: {
    method: 'DELETE',
    path: '/stores/:store/products/:product',
    access: 'staff',
    answer: answers<Done>(),
  },
  /** Not JSON: a CSV file, sent as it is read. */
  exportProducts: {
    method: 'GET',
    path: '/stores/:store/products.csv',
    access: 'staff',
    answer: answers<Blob>(),
  },
  /**
   * One part of a CSV file that the app has taken apart with contract/csv.ts. The same `import_id` and `first_row`
   * sent again create nothing twice. A row with the `id` of a product of the store edits it.
   */
  importProducts: {
    method: 'POST',
    path: '/stores/:store/products/import',
    access: 'staff',
    body: { import_id: 'string', first_row: 'integer', titles: 'strings', rows: 'rows' },
    carriesImages: true,
    answer: answers<ImportOutcome>(),
  },
  listCategories: {
    method: 'GET',
    path: '/stores/:store/categories',
    access: 'staff',
    answer: answers<{ categories: Category[] }>(),
  },
  addCategory: {
    method: 'POST',
    path: '/stores/:store/categories',
    access: 'manager',
    body: { name: 'string' },
    answer: answers<{ category_id: string }>(),
  },
  renameCategory: {
    method: 'PUT',
    path: '/stores/:store/categories/:category',
    access: 'manager',
    body: { name: 'string' },
    answer: answers<{ products: number }>(),
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/stores/:store/categories/:category',
    access: 'manager',
    answer: answers<{ products: number }>(),
  },
} as const satisfies Record<string, Route>

const ORDERS = {
  listOrders: {
    method: 'GET',
    path: '/stores/:store/orders',
    access: 'staff',
    /** `from` and `to`: ISO 8601 moments, `to` not included. `search`: customer, product or order id. */
    query: {
      status: 'string?',
      from: 'string?',
      to: 'string?',
      search: 'string?',
      after: 'string?',
      limit: 'integer?',
    },
    answer: answers<Page<OrderLine>>(),
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
    body: { status: 'string', tracking_url: 'string?' },
    answer: answers<Done>(),
  },
  resendMail: {
    method: 'POST',
    path: '/stores/:store/orders/:order/mails',
    access: 'staff',
    body: { mail: 'string' },
    answer: answers<Done>(),
  },
  listRefunds: {
    method: 'GET',
    path: '/stores/:store/refunds',
    access: 'owner',
    answer: answers<{ refunds: RefundTask[] }>(),
  },
  finishRefund: {
    method: 'POST',
    path: '/stores/:store/refunds/:payment/done',
    access: 'owner',
    body: {},
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>

const STORE = {
  readKey: {
    method: 'GET',
    path: '/stores/:store/key',
    access: 'owner',
    answer: answers<KeyView>(),
  },
  generateKey: {
    method: 'POST',
    path: '/stores/:store/key',
    access: 'owner',
    body: {},
    answer: answers<{ api_key: string }>(),
  },
  readUse: {
    method: 'GET',
    path: '/stores/:store/use',
    access: 'manager',
    answer: answers<{ operations: OperationUse[] }>(),
  },
  readTeam: { method: 'GET', path: '/stores/:store/team', access: 'owner', answer: answers<Team>() },
  invite: {
    method: 'POST',
    path: '/stores/:store/invitations',
    access: 'owner',
    body: { email: 'string', role: 'string' },
    answer: answers<InvitationSent>(),
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/stores/:store/invitations/:invitation',
    access: 'owner',
    answer: answers<Done>(),
  },
  changeRole: {
    method: 'PUT',
    path: '/stores/:store/members/:person',
    access: 'owner',
    body: { role: 'string' },
    answer: answers<Done>(),
  },
  removeMember: {
    method: 'DELETE',
    path: '/stores/:store/members/:person',
    access: 'owner',
    answer: answers<Done>(),
  },
  leaveStore: {
    method: 'POST',
    path: '/stores/:store/leave',
    access: 'staff',
    body: {},
    answer: answers<Done>(),
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
      shipping_default: 'field?',
      sender_name: 'string?',
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
  readPayments: {
    method: 'GET',
    path: '/stores/:store/payments',
    access: 'owner',
    answer: answers<PaymentSettings>(),
  },
  /** From now on the store collects through Razorpay. The secrets are never shown again. */
  setRazorpay: {
    method: 'PUT',
    path: '/stores/:store/payments',
    access: 'owner',
    body: { key_id: 'string', key_secret: 'string', webhook_secret: 'string' },
    answer: answers<Done>(),
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
  listAudit: {
    method: 'GET',
    path: '/stores/:store/audit',
    access: 'manager',
    query: { after: 'string?', limit: 'integer?' },
    answer: answers<Page<AuditLine>>(),
  },
} as const satisfies Record<string, Route>

/** Every JSON endpoint of the dashboard. The server serves it, the app calls it, one test walks it for every role. */
export const ROUTES = { ...ACCOUNTS, ...CATALOGUE, ...ORDERS, ...WEBHOOK_ROUTES, ...STORE } as const

export type RouteName = keyof typeof ROUTES
