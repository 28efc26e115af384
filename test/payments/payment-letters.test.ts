import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { join, newPerson } from '../../harness/shops/dashboard.ts'
import { openPage } from '../../harness/shops/page.ts'
import { aCustomer } from '../../harness/shops/shop.ts'
import { writeLetter } from '../../server/actions/mails/write-mail.ts'
import { changeOrderStatus } from '../../server/actions/orders/change-order-status.ts'
import { takeReport } from '../../server/actions/payments/take-report.ts'
import { outcomePath } from '../../server/rules/stores/customer-paths.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { settling } from '../help/payments/settling.ts'

const CUSTOMER = aCustomer().email
const MADE_UP = 'meera@haat.invalid'

onEachEngine((running) => {
  const { lapse, open, settle, world } = settling(running)

  async function ownedShop(product: object = {}) {
    const shop = await open({ name: 'Brass lamp', ...product })
    const owner = await newPerson(running.app)
    await join(running.app, shop.storeId, owner, 'owner')
    await join(running.app, shop.storeId, await newPerson(running.app), 'manager')
    const lettersTo = async (recipient: string) => {
      const all = await rowsOf(world().db, (sql) =>
        sql
          .selectFrom('letters')
          .selectAll()
          .where('about_store', '=', shop.storeId)
          .where('recipient', '=', recipient)
          .where('kind', '<>', 'new order'),
      )
      return Promise.all(all.map(async (row) => ({ kind: row.kind, ...(await writeLetter(world(), row)) })))
    }
    return { ...shop, lettersTo, letters: () => lettersTo(owner.email) }
  }

  async function cancel(storeId: string, orderId: string) {
    const change = { storeId, orderId, status: 'cancelled', source: 'api', actor: 'test' } as const
    await changeOrderStatus(world(), change).catch(() => {})
  }

  test('the owner gets one letter about money that comes too late, however often it is reported', async () => {
    const shop = await ownedShop({ stock: 1 })
    const late = await shop.beginPaying()
    lapse()
    await settle(await shop.beginPaying())
    await Promise.all(Array.from({ length: 50 }, () => settle(late)))
    const [letter, ...others] = await shop.letters()
    assert.deepEqual(others, [])
    assert.deepEqual(
      [letter?.kind, letter?.subject],
      ['refund to make', 'Refund to make: ₹499.50 for Brass lamp'],
    )
    assert.match(
      letter?.text ?? '',
      /^The reservation had expired and the stock is gone\. Haat does not move/m,
    )
    assert.ok(letter?.text.includes(`Open Refunds: ${world().publicUrl}/dashboard/s/${shop.storeId}/refunds`))
    assert.match(letter?.text ?? '', new RegExp(`^Reference: ${late.reference}$`, 'm'))
  })

  test('the customer gets one mail about it in the name of the store, with a link to the outcome', async () => {
    const shop = await ownedShop({ stock: 1 })
    const contact = { contact_email: 'care@lamps.example', sender_name: 'Lamps' }
    await rowsOf(world().db, (sql) => sql.updateTable('stores').set(contact).where('id', '=', shop.storeId))
    const late = await shop.beginPaying()
    lapse()
    const madeUp = await shop.beginPaying({ email: MADE_UP })
    lapse()
    await settle(await shop.beginPaying())
    await Promise.all(Array.from({ length: 50 }, () => settle(late)))
    await settle(madeUp)
    const [letter, ...others] = await shop.lettersTo(CUSTOMER)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [letter?.subject, letter?.from.name, letter?.replyTo],
      ['Your money will be returned: Brass lamp', 'Lamps', 'care@lamps.example'],
    )
    assert.match(
      letter?.text ?? '',
      /^Your payment arrived when it could no longer become an order\. .* told to/m,
    )
    assert.match(letter?.text ?? '', new RegExp(`^Paid: ₹499\\.50\nPayment number: ${late.id}$`, 'm'))
    assert.match(letter?.text ?? '', /^Questions\? Reply to this mail, or write to care@lamps\.example\.$/m)
    const page = await openPage(running.app, outcomePath(late))
    assert.ok(letter?.text.includes(`See whether it was returned: ${world().publicUrl}${outcomePath(late)}`))
    assert.match(page.text, /Your money will be returned .* Paid ₹499\.50 /)
    for (const told of [letter?.text, page.text]) assert.doesNotMatch(told ?? '', /Asked for/)
    assert.deepEqual(await shop.lettersTo(MADE_UP), [])
  })

  test('ten simultaneous cancellations of a paid order send the owner one letter', async () => {
    const shop = await ownedShop()
    const settled = await settle(await shop.beginPaying())
    assert.ok(settled.kind === 'ordered')
    await Promise.all(Array.from({ length: 10 }, () => cancel(shop.storeId, settled.orderId)))
    const [letter, ...others] = await shop.letters()
    assert.deepEqual(others, [])
    assert.equal(letter?.subject, 'Refund to make: ₹499.50 for Brass lamp (#1001)')
    assert.match(letter?.text ?? '', /^The order was cancelled\. Haat does not move money/m)
    assert.match(letter?.text ?? '', /^Order number: 1001$/m)
    assert.deepEqual(
      await shop.lettersTo(CUSTOMER),
      [],
      'the customer learns of it from the mail about the order',
    )
  })

  test('a wrong amount sends one letter, about the money to return', async () => {
    const shop = await ownedShop()
    const payment = await shop.beginPaying()
    for (let times = 0; times < 3; times++) await settle(payment, 100)
    assert.deepEqual(
      (await shop.letters()).map(({ subject }) => subject),
      ['Refund to make: ₹1.00 for Brass lamp'],
    )
    const [letter, ...others] = await shop.lettersTo(CUSTOMER)
    assert.deepEqual(others, [])
    assert.match(letter?.text ?? '', /^Your payment of ₹1\.00 could not become an order, since ₹499\.50 was/m)
    assert.match(letter?.text ?? '', /^Asked for: ₹499\.50\nPaid: ₹1\.00$/m)
    assert.match(letter?.text ?? '', /^Questions\? Ask .*, and name the payment’s number\.$/m)
    const page = await openPage(running.app, outcomePath(payment))
    assert.match(page.text, /Your payment of ₹1\.00 could not .* Asked for ₹499\.50 Paid ₹1\.00 /)
  })

  test('a payment to look at sends one letter for each reason', async () => {
    const shop = await ownedShop()
    const payment = await shop.beginPaying()
    for (const reason of ['It was only authorised', 'It was only authorised', 'Another key'])
      await takeReport(world(), payment, { kind: 'problem', reason })
    const letters = await shop.letters()
    assert.deepEqual(
      letters.map(({ kind, subject }) => [kind, subject]),
      Array.from({ length: 2 }, () => ['payment to look at', 'A payment to look at: ₹499.50 for Brass lamp']),
    )
    assert.match(letters[0]?.text ?? '', /^It was only authorised\. No order was made of it\.$/m)
  })

  test('test payments send no letters', async () => {
    const shop = await ownedShop({ stock: 1 })
    const late = await shop.tryPaying()
    await takeReport(world(), late, { kind: 'problem', reason: 'It was only authorised' })
    lapse()
    const settled = await settle(await shop.tryPaying())
    await settle(late)
    assert.ok(settled.kind === 'ordered')
    await cancel(shop.storeId, settled.orderId)
    assert.deepEqual([...(await shop.letters()), ...(await shop.lettersTo(CUSTOMER))], [])
  })
})
