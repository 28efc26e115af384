import type { AuditLine } from '#contract/dashboard/audit.ts'
import { POLICY_KINDS, POLICY_WORDS } from '#contract/policies.ts'
import { dateTime } from '../../format.ts'
import { texts } from '../../texts.ts'
import { mailName } from '../orders/order/mail-name.ts'
import { PRODUCT_LABELS } from '../products/product/product-labels.ts'
import { SETTINGS_LABELS } from '../settings/settings-values.ts'

const { main: primary_image, others: images, ...fields } = PRODUCT_LABELS
const { shipping_default: shipping_default_paise, ...settings } = SETTINGS_LABELS

type Word = (part: string) => string

const oneOf =
  (words: Readonly<Record<string, string>>): Word =>
  (part) =>
    words[part] ?? part

const policy = oneOf(Object.fromEntries(POLICY_KINDS.map((kind) => [kind, POLICY_WORDS[kind].title])))
const role = oneOf(texts.roles)
const moment: Word = (part) => (/^\d{4}-\d\d-\d\dT/.test(part) ? dateTime(part) : part)

/** The log stores technical names; the screen shows the dashboard's own words for them. */
const WORDS: Record<string, Word> = {
  'store.settings_changed': oneOf({
    ...settings,
    shipping_default_paise,
    logo: texts.store.settings.logo,
    new_order_mails: texts.store.audit.newOrderMails,
  }),
  'policy.saved': policy,
  'policy.removed': policy,
  'product.edited': oneOf({ ...fields, primary_image, images }),
  'order.status_changed': oneOf(texts.statuses),
  'order.mail_resent': mailName,
  'member.invited': role,
  'member.joined': role,
  'member.role_changed': role,
  'webhook.replayed': moment,
}

const NAMED_IN_SUBJECT = ['store.settings_changed', 'policy.saved', 'policy.removed']

/** Fills the sentence: settings and policies are named in the subject, everything else in the detail. */
export function auditWords({ action, subject, detail }: AuditLine): string {
  const word = WORDS[action] ?? ((part) => part)
  const inWords = (text: string) =>
    text
      .split(/(, | → | – )/)
      .map(word)
      .join('')
  const told = NAMED_IN_SUBJECT.includes(action) ? inWords(subject) : subject
  return [told, inWords(detail)].filter(Boolean).join(' · ')
}
