import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instead } from '../../faults/deeds/instead.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { join, newPerson } from '../../harness/shops/dashboard.ts'
import { writeLetter } from '../../server/actions/mails/write-mail.ts'
import { settlePayment } from '../../server/actions/payments/settle-payment.ts'
import { changeSettings } from '../../server/actions/stores/change-settings.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { mailText } from '../../server/mails/mail-text.ts'
import { HOUR_MS } from '../../server/rules/values/durations.ts'
import type { Engine } from '../../server/storage/engine.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import type { World } from '../../server/world.ts'
import { settling } from '../help/payments/settling.ts'

onEachEngine((running) => {
  const { open, settle, world } = settling(running)

  /** A shop with several owners and one member who is no owner. */
  async function ownedShop(owners: number, product: object = {}) {
    const shop = await open({ name: 'Brass lamp', ...product })
    const people = []
    for (let n = 0; n < owners; n++) people.push(await newPerson(running.app))
    for (const person of people) await join(running.app, shop.storeId, person, 'owner')
    await join(running.app, shop.storeId, await newPerson(running.app), 'manager')
    return { ...shop, owners: people.map(({ email }) => email) }
  }

  /** The letters about one order, or about all orders, sorted by recipient. */
  const lettersOf = (id = '') =>
    rowsOf(world().db, (sql) =>
      sql.selectFrom('letters').selectAll().where('id', 'like', `${id}%`).orderBy('recipient'),
    )
  const recipients = async (id: string) => (await lettersOf(id)).map(({ recipient }) => recipient)

  test('fifty reports at once of a payment send one letter to each owner and to nobody else', async () => {
    const shop = await ownedShop(3)
    const payment = await shop.beginPaying()
    const settled = await Promise.all(Array.from({ length: 50 }, () => settle(payment)))
    assert.ok(settled[0]?.kind === 'ordered')
    assert.deepEqual(await recipients(settled[0].orderId), shop.owners.toSorted())
  })

  test('the letter says who bought what and for how much, in HTML as in text, and leads to the order', async () => {
    const shop = await ownedShop(1, {
      size: ['M', 'L'],
      custom_questions: [{ question: 'Which name?', type: 'text' }],
    })
    const bought = {
      quantity: '2',
      size: 'L',
      answers: ['Om & co'],
      name: 'Meera <b>Iyer</b>',
      city: 'Mysuru',
    }
    const payment = await shop.beginPaying(bought)
    const live = { gateway: 'razorpay', account: 'rzp_live_1' } as const
    await rowsOf(world().db, (sql) => sql.updateTable('payments').set(live).where('id', '=', payment.id))
    const settled = await settle({ ...payment, ...live })
    assert.ok(settled.kind === 'ordered')
    const [letter] = await lettersOf(settled.orderId)
    assert.equal(letter?.subject, 'New order: Brass lamp × 2, ₹999.00')
    assert.ok(!letter.data.includes('Meera'), 'the database does not show the customer in clear')
    const { subject, text, html } = await writeLetter(world(), letter)
    assert.equal(subject, 'New order: Brass lamp × 2, ₹999.00 (#1001)')
    assert.match(text, /^Meera <b>Iyer<\/b> in Mysuru ordered Brass lamp × 2\. ₹999\.00 is paid\.$/m)
    for (const line of [
      'Size: L',
      'Which name?: Om & co',
      'Phone: 9876543210',
      'E-mail: meera@example.com',
      'Order number: 1001',
    ])
      assert.ok(text.split('\n').includes(line), line)
    const page = `${world().publicUrl}/dashboard/s/${shop.storeId}/orders/${settled.orderId}`
    assert.ok(text.includes(`Open the order: ${page}\n`))
    assert.match(html, /Meera &lt;b&gt;Iyer&lt;\/b&gt; in Mysuru/)
    assert.ok(html.includes(`href="${page}"`))
    assert.match(html, /Om &amp; co/)
  })

  test('the letter about a test order says that it is one', async () => {
    const shop = await ownedShop(1)
    const settled = await settle(await shop.tryPaying())
    assert.ok(settled.kind === 'ordered')
    const [letter] = await lettersOf(settled.orderId)
    assert.equal(letter?.subject, 'New test order: Brass lamp, ₹499.50')
    const text = mailText(JSON.parse(world().vault.open(letter.data)))
    assert.match(text, /ordered Brass lamp for ₹499\.50\. It is a test: no money was paid\./)
  })

  test('letters switched off, a store without owner and seeded orders send none', async () => {
    const [quiet, lonely] = [await ownedShop(1), await ownedShop(0)]
    await changeSettings(world(), { storeId: quiet.storeId, input: { new_order_mails: false } })
    for (const shop of [quiet, lonely]) {
      const settled = await settle(await shop.beginPaying())
      assert.ok(settled.kind === 'ordered')
      assert.deepEqual(await recipients(settled.orderId), [])
    }
    const before = (await lettersOf()).length
    await seedStore(world(), 1, 1, 3)
    assert.equal((await lettersOf()).length, before)
  })

  test('an order rolled back sends no letter, and one when the payment is reported again', async () => {
    const shop = await ownedShop(1)
    const payment = await shop.beginPaying()
    const before = (await lettersOf()).length
    const { db } = world()
    const transaction: Engine['transaction'] = (work) =>
      db.transaction(async (tx) => {
        await work(tx)
        assert.equal((await tx.rows(ALL_LETTERS, [])).length, before + 1)
        throw new Error('The process ends here')
      })
    const dying: World = { ...world(), db: instead(db, { transaction }) }
    const { store_id: storeId, gateway, reference, amount_paise: amountPaise } = payment
    await assert.rejects(settlePayment(dying, { storeId, gateway, reference, amountPaise }), /ends here/)
    assert.equal((await lettersOf()).length, before)
    const settled = [await settle(payment), await settle(payment)]
    assert.ok(settled[0]?.kind === 'ordered')
    assert.deepEqual(await recipients(settled[0].orderId), shop.owners)
  })

  test('the first twenty orders of an hour send a letter each, the next sends one about more, and each hour counts anew', async () => {
    const shop = await ownedShop(2, { stock: 100 })
    const told = async () => {
      const letters = (await lettersOf()).filter(({ recipient }) => recipient === shop.owners[0])
      const more = letters.filter(({ subject }) => subject === 'More orders are coming: over 20 this hour')
      return { orders: letters.length - more.length, more: more.length }
    }
    const buy = async (times: number) => {
      const payments = await Promise.all(Array.from({ length: times }, () => shop.beginPaying()))
      await Promise.all(payments.map((payment) => settle(payment)))
    }
    await buy(19)
    assert.deepEqual(await told(), { orders: 19, more: 0 })
    await buy(6)
    assert.deepEqual(await told(), { orders: 20, more: 1 })

    const { store_id: storeId, gateway, reference, amount_paise: amountPaise } = await shop.beginPaying()
    let looks = 0
    const meanwhile: World = { ...world(), now: () => running.clock.now() + (looks++ === 0 ? 0 : HOUR_MS) }
    await settlePayment(meanwhile, { storeId, gateway, reference, amountPaise })
    assert.deepEqual(
      await told(),
      { orders: 21, more: 1 },
      'the hour has ended while the payment was settled',
    )

    running.clock.advance(HOUR_MS)
    await buy(2)
    assert.deepEqual(await told(), { orders: 23, more: 1 })

    running.clock.advance(-2 * HOUR_MS)
    await buy(1)
    assert.deepEqual(await told(), { orders: 24, more: 1 }, 'the clock was ahead and has been set back')
  })
})

const ALL_LETTERS = { sql: 'select id from letters', reads: false, name: undefined }
