import type { AuditLine } from '#contract/dashboard/audit.ts'
import { texts } from '../../texts.ts'
import { PRODUCT_LABELS } from '../products/product-labels.ts'

const { main: primary_image, others: images, ...fields } = PRODUCT_LABELS

/** The log keeps the names that programs use; a seller reads the words of the screens. */
const WORDS: Record<string, Readonly<Record<string, string>>> = {
  'store.settings_changed': texts.store.audit.settings,
  'product.edited': { ...fields, primary_image, images },
  'order.status_changed': texts.statuses,
  'order.mail_resent': texts.statuses,
  'member.invited': texts.roles,
  'member.joined': texts.roles,
  'member.role_changed': texts.roles,
}

/** Settings are named in the subject, everything else in the detail. */
export function auditWords({ action, subject, detail }: AuditLine): string {
  const words = WORDS[action] ?? {}
  const inWords = (text: string) =>
    text
      .split(/(, | → )/)
      .map((part) => words[part] ?? part)
      .join('')
  const told = action === 'store.settings_changed' ? inWords(subject) : subject
  return [told, inWords(detail)].filter(Boolean).join(' · ')
}
