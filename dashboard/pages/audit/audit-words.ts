import type { AuditLine } from '#contract/dashboard/audit.ts'
import { POLICY_KINDS, POLICY_WORDS } from '#contract/policies.ts'
import { texts } from '../../texts.ts'
import { PRODUCT_LABELS } from '../products/product/product-labels.ts'
import { SETTINGS_LABELS } from '../settings/settings-values.ts'

const { main: primary_image, others: images, ...fields } = PRODUCT_LABELS
const { shipping_default: shipping_default_paise, ...settings } = SETTINGS_LABELS

const policies = Object.fromEntries(POLICY_KINDS.map((kind) => [kind, POLICY_WORDS[kind].title]))

/** The log keeps the names that programs use; a seller reads the words of the screens. */
const WORDS: Record<string, Readonly<Record<string, string>>> = {
  'store.settings_changed': {
    ...settings,
    shipping_default_paise,
    logo: texts.store.settings.logo,
    new_order_mails: texts.store.audit.newOrderMails,
  },
  'policy.saved': policies,
  'policy.removed': policies,
  'product.edited': { ...fields, primary_image, images },
  'order.status_changed': texts.statuses,
  'order.mail_resent': texts.statuses,
  'member.invited': texts.roles,
  'member.joined': texts.roles,
  'member.role_changed': texts.roles,
}

const NAMED_IN_SUBJECT = ['store.settings_changed', 'policy.saved', 'policy.removed']

/** Settings and policies are named in the subject, everything else in the detail. */
export function auditWords({ action, subject, detail }: AuditLine): string {
  const words = WORDS[action] ?? {}
  const inWords = (text: string) =>
    text
      .split(/(, | → )/)
      .map((part) => words[part] ?? part)
      .join('')
  const told = NAMED_IN_SUBJECT.includes(action) ? inWords(subject) : subject
  return [told, inWords(detail)].filter(Boolean).join(' · ')
}
