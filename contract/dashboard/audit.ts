import { answers, type Page, type Route } from './route.ts'

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
  'store.address_let_go',
  'policy.saved',
  'policy.removed',
  'product.created',
  'product.edited',
  'product.deleted',
  'products.imported',
  'products.exported',
  'category.added',
  'category.renamed',
  'category.deleted',
  'order.status_changed',
  'order.address_changed',
  'order.customer_erased',
  'order.mail_resent',
  'orders.exported',
  'key.generated',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.email_changed',
  'member.removed',
  'member.left',
  'invitation.withdrawn',
  'refund.done',
  'payment_problem.done',
  'payments.changed',
  'webhook.added',
  'webhook.removed',
  'webhook.rotated',
  'webhook.secret_shown',
  'webhook.enabled',
  'webhook.disabled',
  'webhook.tested',
  'webhook.replayed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_ROUTES = {
  listAudit: {
    method: 'GET',
    path: '/stores/:store/audit',
    access: 'manager',
    query: { after: 'string?', limit: 'integer?' },
    answer: answers<Page<AuditLine>>(),
  },
} as const satisfies Record<string, Route>
