import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openOnEachEngine } from '../../harness/app/on-each-engine.ts'
import { newAccount, type RazorpayAccount, startRazorpay } from '../../harness/servers/razorpay-server.ts'
import { join, newPerson } from '../../harness/shops/dashboard.ts'
import { CUSTOMER, newShop } from '../../harness/shops/shopper.ts'
import { setRazorpayKeys } from '../../server/actions/payments/razorpay-keys.ts'
import { mailText } from '../../server/mails/mail-text.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { rowsOf } from '../../server/storage/statement.ts'

let razorpay: Awaited<ReturnType<typeof startRazorpay>>
before(async () => {
  razorpay = await startRazorpay()
})
after(() => razorpay[Symbol.asyncDispose]())

openOnEachEngine('payments that Razorpay refuses', (open) => {
  /** A shop with two owners and a manager that collects with these keys, and its customers. */
  async function shopWith(account: RazorpayAccount) {
    const app = await open(razorpay.settings)
    const { clock, world } = app
    const shop = await newShop(app, { price: 499.5, stock: 50 })
    const { store_id } = shop
    await setRazorpayKeys(world, store_id, razorpay.know(account))
    const people = [await newPerson(app), await newPerson(app)]
    for (const person of people) await join(app, store_id, person, 'owner')
    await join(app, store_id, await newPerson(app), 'manager')
    const come = async () => shop.send({ ...(await shop.openForm()).hidden, ...CUSTOMER })
    const letters = async () => {
      const all = await rowsOf(world.db, (sql) =>
        sql.selectFrom('letters').selectAll().where('about_store', '=', store_id).orderBy('created_at'),
      )
      return all.map(({ recipient, subject, data }) => ({
        recipient,
        subject,
        text: mailText(JSON.parse(world.vault.open(data))),
      }))
    }
    const say = (contact: { contact_email?: string; contact_phone?: string }) =>
      rowsOf(world.db, (sql) => sql.updateTable('stores').set(contact).where('id', '=', store_id))
    return { ...shop, clock, world, owners: people.map(({ email }) => email), come, letters, say }
  }

  test('revoked keys send each owner one letter a day, however many customers come', async () => {
    const account = newAccount()
    const shop = await shopWith(account)
    razorpay.forget(account)
    const pages = [...(await Promise.all([shop.come(), shop.come(), shop.come()])), await shop.come()]
    for (const { status, text } of pages) {
      assert.equal(status, 503)
      assert.match(text, /Test store cannot take this payment just now\. Nothing was charged\. /)
      assert.doesNotMatch(text, /Try again/)
    }
    const told = await shop.letters()
    assert.deepEqual(told.map(({ recipient }) => recipient).sort(), shop.owners.sort())
    assert.equal(told[0]!.subject, 'Razorpay refuses a payment: ₹499.50 for Brass lamp')
    assert.match(told[0]!.text, /^Razorpay says: Authentication failed$/m)
    const settings = `${shop.world.publicUrl}/dashboard/s/${shop.store_id}/settings#payment`
    assert.ok(told[0]!.text.includes(`Open Settings: ${settings}`))

    shop.clock.advance(DAY_MS)
    await Promise.all([shop.come(), shop.come()])
    assert.equal((await shop.letters()).length, 4)
    await setRazorpayKeys(shop.world, shop.store_id, razorpay.know(newAccount()))
    assert.equal((await shop.come()).status, 303)
  })

  test('an amount above the account’s limit sends a letter too, also on the day of another refusal', async () => {
    const account = { ...newAccount(), mostPaise: 40_000 }
    const shop = await shopWith(account)
    await shop.come()
    await shop.come()
    const [letter, ...others] = await shop.letters()
    assert.match(letter!.text, /^Razorpay says: Amount exceeds maximum amount allowed\.$/m)
    assert.equal(others.length, 1)
    razorpay.forget(account)
    await shop.come()
    assert.equal((await shop.letters()).length, 4)
  })

  test('customers are shown the contact details that the store has set', async () => {
    const account = newAccount()
    const shop = await shopWith(account)
    razorpay.forget(account)
    const email = { contact_email: 'shop@example.com' }
    const phone = { contact_phone: '98450 12345' }
    for (const [contact, sentence] of [
      [email, 'To order all the same, write to shop@example.com.'],
      [{ ...email, ...phone }, 'To order all the same, write to shop@example.com or call 98450 12345.'],
    ] as const) {
      await shop.say(contact)
      const { text } = await shop.come()
      assert.ok(text.includes(`Nothing was charged. ${sentence}`), text)
    }
  })

  for (const [words, page, pageStatus] of [
    ['a refusal by a proxy', '<h1>Sign in to the proxy</h1>', 401],
    ['an error of Razorpay itself', '{"error":{"description":"The server encountered an error"}}', 500],
    ['Razorpay’s rate limit', '{"error":{"description":"Too many requests"}}', 429],
  ] as const) {
    test(`${words} sends no letter, and the customer may try again`, async () => {
      const shop = await shopWith(newAccount())
      Object.assign(razorpay.state, { page, pageStatus })
      try {
        assert.match((await shop.come()).text, /The payment could not be started\..* Try again in a moment\./)
      } finally {
        Object.assign(razorpay.state, { page: '', pageStatus: 200 })
      }
      assert.deepEqual(await shop.letters(), [])
    })
  }
})
