import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { CUSTOMER, hiddenFields, newShop } from '../../harness/shops/shopper.ts'
import { lateBody } from '../help/raw-socket.ts'

const [engrave, gift, colour] = [
  { question: 'Name to engrave', type: 'text' },
  { question: 'Gift message', type: 'text' },
  { question: 'Colour of the thread', type: 'text' },
]

/** Changes by the seller while a customer's form is still being sent. */
onEachEngine((running) => {
  async function shopWith(product: object) {
    running.clock.advance(61_000) // a new minute for the rate limit per address
    const shop = await newShop(running.app, product)
    const edit = (changes: object) => shop.call('PUT', `/api/products/${shop.productId}/edit`, changes)
    /** Sends the form's head, makes the changes, then sends the form's body. */
    const sendWhile = async (fields: Record<string, string>, changes: object) => {
      const answer = await lateBody(
        running.app.url,
        `POST ${shop.path}/checkout`,
        { 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams(fields).toString(),
        () => edit(changes),
      )
      const html = Buffer.from(answer.text, 'latin1').toString()
      return { status: answer.status, html, hidden: hiddenFields(html) }
    }
    return { ...shop, edit, sendWhile }
  }

  test('a new price is announced, shown and recorded as seen', async () => {
    const shop = await shopWith({ price: 100, shipping_cost: 0 })
    const { hidden } = await shop.openForm()
    const page = await shop.sendWhile({ ...hidden, ...CUSTOMER }, { price: 200, current_price: 200 })
    assert.equal(page.status, 422)
    assert.match(page.html, /The price has changed\. It is now ₹200\.00/)
    assert.match(page.html, /<strong data-total>₹200\.00</)
    assert.doesNotMatch(page.html, /₹100\.00/)
    assert.equal(page.hidden.seen, '20000-0')
    assert.equal((await shop.send({ ...page.hidden, ...CUSTOMER })).status, 303)
    assert.equal((await shop.checkouts())[0]?.amount_paise, 20_000)
  })

  test('a recalculated total uses the current price', async () => {
    const shop = await shopWith({ price: 100, shipping_cost: 0 })
    const { hidden } = await shop.openForm()
    const sent = { ...hidden, quantity: '3', recount: 'yes' }
    const page = await shop.sendWhile(sent, { price: 200, current_price: 200 })
    assert.match(page.html, /<strong data-total>₹600\.00</)
    assert.equal(page.hidden.seen, '20000-0')
  })

  test('changed questions are asked at once, and questions that stayed keep their answers', async () => {
    const shop = await shopWith({ custom_questions: [engrave, gift] })
    const { hidden } = await shop.openForm()
    const sent = { ...hidden, ...CUSTOMER, 'answer-0': 'Meera', 'answer-1': 'Happy birthday' }
    const page = await shop.sendWhile(sent, { custom_questions: [gift, colour, engrave] })
    assert.equal(page.status, 422)
    assert.match(page.html, /The shop has changed its questions since this page was opened/)
    const answers = [...page.html.matchAll(/name="answer-\d"[^>]*>([^<]*)</g)].map(([, answer]) => answer)
    assert.deepEqual(answers, ['Happy birthday', '', 'Meera'])
    const problems = [...page.html.matchAll(/id="(answer-\d)-problem"/g)].map(([, id]) => id)
    assert.deepEqual(problems, ['answer-1'])
    const again = { 'answer-0': 'Happy birthday', 'answer-1': 'Red', 'answer-2': 'Meera' }
    assert.equal((await shop.send({ ...page.hidden, ...CUSTOMER, ...again })).status, 303)
  })

  test('a removed choice is reported, and the form can be sent again without it', async () => {
    const shop = await shopWith({ size: ['S', 'L'] })
    const { hidden } = await shop.openForm()
    const page = await shop.sendWhile({ ...hidden, ...CUSTOMER, size: 'L' }, { size: [] })
    assert.match(page.html, /<li>This product has no choice of size<\/li>/)
    assert.equal((await shop.send({ ...page.hidden, ...CUSTOMER })).status, 303)
  })

  test('a product sold out meanwhile is reported as sold out', async () => {
    const shop = await shopWith({ stock: 5 })
    const { hidden } = await shop.openForm()
    const page = await shop.sendWhile({ ...hidden, ...CUSTOMER }, { stock: 0 })
    assert.match(page.html, /<h1>[^<]* is sold out<\/h1>\s*<p>There is none left just now/)
  })

  test('a product deactivated meanwhile is reported, and the typed fields are kept', async () => {
    const shop = await shopWith({})
    const { hidden } = await shop.openForm()
    const sent = { ...hidden, ...CUSTOMER }
    const recount = { ...sent, recount: 'yes' }
    const pages = [
      await shop.sendWhile(recount, { is_active: false }),
      await shop.send(recount),
      await shop.send(sent),
      await shop.sendWhile(recount, { stock: 0 }),
      await shop.send(sent),
    ]
    for (const page of pages) {
      assert.equal(page.status, 422)
      assert.match(page.html, /This product is not for sale just now\. <a href="[^"]+">See all products</)
      assert.match(page.html, /value="Asha Rao"/)
    }
  })
})
