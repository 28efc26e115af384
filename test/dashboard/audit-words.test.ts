import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditAction } from '../../contract/dashboard/audit.ts'
import { dateTime } from '../../dashboard/format.ts'
import { auditWords } from '../../dashboard/pages/audit/audit-words.ts'

const told = (action: AuditAction, subject: string, detail = '') =>
  auditWords({ id: '1', at: '2026-11-15T10:00:00Z', actor: '', actor_email: '', action, subject, detail })

test('the audit log names settings and fields as their forms do', () => {
  assert.equal(
    told('store.settings_changed', 'name, contact_phone, shipping_default_paise, logo, new_order_mails'),
    'Name, Phone number, Shipping for new products, Logo, Mails about new orders',
  )
  assert.equal(
    told('product.edited', 'Brass lamp', 'current_price, images'),
    'Brass lamp · Selling price, Pictures',
  )
})

test('a line of the audit log uses the words of the screens', () => {
  assert.equal(
    told('order.status_changed', 'No. 7', 'started → processing'),
    'No. 7 · Order received → Being prepared',
  )
  assert.equal(told('member.invited', 'a@example.com', 'manager'), 'a@example.com · Manager')
  assert.equal(told('policy.saved', 'terms'), 'Terms and conditions')
  assert.equal(told('category.added', 'Lamps, brass – small'), 'Lamps, brass – small')
})

test('a mail that was sent again has the name under which it was chosen', () => {
  assert.equal(told('order.mail_resent', 'No. 7', 'dispatched'), 'No. 7 · On the way')
  assert.equal(told('order.mail_resent', 'No. 7', 'address-1'), 'No. 7 · New address')
})

test('replayed deliveries are shown with times in the viewer’s zone, or with their event', () => {
  const [from, to] = ['2026-11-15T10:00:00.000Z', '2026-11-16T10:00:00.000Z']
  assert.equal(
    told('webhook.replayed', 'https://a.b', `${from} – ${to}`),
    `https://a.b · ${dateTime(from)} – ${dateTime(to)}`,
  )
  assert.equal(told('webhook.replayed', 'https://a.b', 'event 7'), 'https://a.b · event 7')
})
