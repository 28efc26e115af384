import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditWords } from '../../dashboard/pages/audit/audit-words.ts'

test('the audit log names settings and fields as their forms do', () => {
  const line = { id: '', at: '', actor: '', actor_email: '' }
  const changed = { ...line, action: 'store.settings_changed', detail: '' } as const
  const subject = 'name, contact_phone, shipping_default_paise, logo, new_order_mails'
  assert.equal(
    auditWords({ ...changed, subject }),
    'Name, Phone number, Shipping for new products, Logo, Mails about new orders',
  )
  const edited = { ...line, action: 'product.edited', subject: 'Brass lamp' } as const
  assert.equal(
    auditWords({ ...edited, detail: 'current_price, images' }),
    'Brass lamp · Selling price, Pictures',
  )
})
