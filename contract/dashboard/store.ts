export interface StoreSettings {
  id: string
  name: string
  slug: string
  /** The customers' address of the store's page. */
  page: string
  logo: string | null
  contact_email: string
  contact_phone: string
  /** The shipping cost that a new product's form begins with. */
  shipping_default: number
  sender_name: string
}

/** With `test` no money moves. */
export interface PaymentSettings {
  gateway: 'test' | 'razorpay'
  key_id: string | null
  since: string | null
  /** The address to give to Razorpay for its own webhooks. */
  webhook_url: string
}

export interface KeyView {
  /** Null where the store has no key. */
  last_four: string | null
  created_at: string | null
  last_used_at: string | null
}

/** How many requests of one operation came in the last hour, minute by minute, oldest first. */
export interface OperationUse {
  operation: string
  method: string
  path: string
  per_minute: number
  minutes: number[]
  total: number
  busiest_minute: number
}

export interface AuditLine {
  id: string
  at: string
  /** The person's name at that time, and their address. */
  actor: string
  actor_email: string
  /** Such as `product.created`; see `AUDIT_ACTIONS`. */
  action: AuditAction
  /** What it was done to: a name, an address, an id. */
  subject: string
  detail: string
}

export const AUDIT_ACTIONS = [
  'store.created',
  'store.settings_changed',
  'product.created',
  'product.edited',
  'product.deleted',
  'products.imported',
  'products.exported',
  'category.added',
  'category.renamed',
  'category.deleted',
  'order.status_changed',
  'order.mail_resent',
  'key.generated',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'invitation.withdrawn',
  'refund.done',
  'payments.changed',
  'webhook.added',
  'webhook.removed',
  'webhook.rotated',
  'webhook.enabled',
  'webhook.disabled',
  'webhook.tested',
  'webhook.replayed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** What deleting the store would take with it, and what stands in the way. */
export interface StoreDeletion {
  name: string
  products: number
  orders: number
  active_orders: number
  members: number
}
