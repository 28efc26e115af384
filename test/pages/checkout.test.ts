import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { openPage } from '../../harness/shops/page.ts'
import { plain } from '../../harness/shops/pictures.ts'
import { CUSTOMER, hiddenFields, newShop } from '../../harness/shops/shopper.ts'
import { sweepUnusedImages } from '../../server/actions/images/sweep-images.ts'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { imagesInvariant } from '../../server/storage/invariants/images.ts'
import { findOffenders } from '../../server/storage/invariants.ts'

/** From the form to the payment. */
onEachEngine((running) => {
  const shopWith = (product: object) => {
    running.clock.advance(61_000) // a new minute for the rate limit per address
    return newShop(running.app, product)
  }

  test('reserves the stock, computes the price on the server and leads to the payment page', async () => {
    const shop = await shopWith({ price: 499.5, shipping_cost: 40, stock: 5, size: ['S', 'M'] })
    const form = await shop.openForm('?size=M')
    assert.equal(form.status, 200)
    assert.match(form.html, /value="M"[^>]* checked/)
    assert.match(form.text, /Total ₹539\.50/)
    const answer = await shop.send({
      ...form.hidden,
      ...CUSTOMER,
      quantity: '2',
      size: 'M',
      amount: '1',
      price: '1',
    })
    assert.equal(answer.status, 303, answer.text)
    assert.match(answer.headers.get('location') ?? '', /^\/pay\/test\/[\w-]{32}$/)
    const [checkout, ...others] = await shop.checkouts()
    assert.equal(others.length, 0)
    assert.equal(checkout?.amount_paise, 2 * 49950 + 4000)
    assert.equal(checkout?.customer_phone, '9876543210')
    assert.deepEqual(JSON.parse(checkout?.address ?? ''), {
      line1: '12 Church Street',
      city: 'Bengaluru',
      state: 'Karnataka',
      country: 'India',
    })
  })

  test('blank and repeated choices are neither offered nor required', async () => {
    const shop = await shopWith({ size: ['', 'S', ' ', 'S'], colors: ['', '\u200b'], variations: [''] })
    const { html, hidden } = await shop.openForm()
    assert.deepEqual(html.match(/<legend>[^<]*|type="radio"[^>]*/g), [
      '<legend>Size',
      'type="radio" name="size" value="S" required checked id="size-0"',
    ])
    const answer = await shop.send({ ...hidden, ...CUSTOMER, size: 'S' })
    assert.equal(answer.status, 303, answer.text)
    const [checkout] = await shop.checkouts()
    assert.deepEqual([checkout?.size, checkout?.color, checkout?.variation], ['S', null, null])
  })

  test('the payment page names the chosen options', async () => {
    const shop = await shopWith({ size: ['S', 'M'], colors: ['Red', 'Blue'] })
    const { hidden } = await shop.openForm()
    const sent = await shop.send({ ...hidden, ...CUSTOMER, size: 'M', color: 'Blue' })
    const { text } = await openPage(running.app, sent.headers.get('location')!)
    assert.match(text, /For 1 × Brass lamp M, Blue Amount/)
  })

  test('reports every mistake beside its field, and keeps the typed values', async () => {
    const shop = await shopWith({
      size: ['S', 'M'],
      custom_questions: [{ question: 'Which name?', type: 'text' }],
    })
    const { hidden } = await shop.openForm()
    const typed = {
      ...{
        quantity: '0',
        name: '\u200b',
        email: 'nobody',
        phone: '12345',
        line1: '',
        line2: 'Near the <bank>',
      },
      ...{ pincode: '012345', city: '', state: '', special_instructions: 'x'.repeat(501) },
    }
    const page = await shop.send({ ...hidden, ...typed })
    assert.equal(page.status, 422)
    const problems = Object.fromEntries(
      [...page.html.matchAll(/class="problem" id="([^"]+)-problem">([^<]*)</g)].map(([, id, text]) => [
        id,
        text,
      ]),
    )
    assert.deepEqual(problems, {
      size: 'Choose a size',
      quantity: 'Enter how many you want, at least 1',
      'answer-0': 'Answer this question',
      special_instructions: 'The instructions must be at most 500 characters',
      name: 'Enter your name',
      email: 'Enter an e-mail address such as name@example.com',
      phone: 'Enter a 10-digit phone number',
      line1: 'Enter the house and street',
      pincode: 'Enter a pincode that does not begin with 0',
      city: 'Enter the city',
      state: 'Enter the state',
    })
    assert.match(page.text, /11 things need another look/)
    assert.match(page.html, /href="#answer-0">“Which name\?”: Answer this question</)
    for (const value of ['nobody', '12345', 'Near the &lt;bank&gt;', '012345']) {
      assert.ok(page.html.includes(`value="${value}"`), value)
    }
    assert.match(page.html, /x{501}<\/textarea>/)
    assert.deepEqual(await shop.checkouts(), [])
  })

  test('fills in the state from the pincode as a suggestion', async () => {
    const shop = await shopWith({})
    const { hidden } = await shop.openForm()
    const page = await shop.send({ ...hidden, ...CUSTOMER, pincode: '403 001', state: '' })
    assert.equal(page.status, 422)
    assert.match(page.html, /id="state" name="state" value="Goa"/)
    assert.match(page.text, /We filled in the state from the pincode/)
  })

  test('a link can fill in the product choices, never the customer’s name or address', async () => {
    const shop = await shopWith({ size: ['S', 'M'] })
    const { html } = await shop.openForm('?size=M&quantity=2&email=thief@example.com&line1=Thief+Road')
    assert.match(html, /name="quantity" value="2"/)
    assert.match(html, /value="M"[^>]* checked/)
    assert.doesNotMatch(html, /(value="|>)[^"<]*thief/i)
  })

  test('recalculates the total for browsers without script', async () => {
    const shop = await shopWith({ price: 100, stock: 50 })
    const { hidden } = await shop.openForm()
    const page = await shop.send({ ...hidden, quantity: '12', name: 'As', recount: 'yes' })
    assert.equal(page.status, 200)
    assert.match(page.text, /Total ₹1,200\.00/)
    assert.match(page.html, /name="name" value="As"/)
    assert.doesNotMatch(page.text, /another look/)
  })

  test('shows a price that has changed before it is charged', async () => {
    const shop = await shopWith({ price: 100 })
    const { hidden } = await shop.openForm()
    await shop.call('PUT', `/api/products/${shop.productId}/edit`, {
      current_price: 120,
      shipping_cost: 30,
    })
    const page = await shop.send({ ...hidden, ...CUSTOMER })
    assert.equal(page.status, 422)
    assert.match(page.text, /The price has changed\. It is now ₹120\.00 and ₹30\.00 for delivery\./)
    assert.match(page.text, /Total ₹150\.00/)
    const again = await shop.send({ ...hidden, ...CUSTOMER, seen: '12000-3000' })
    assert.equal(again.status, 303)
    assert.equal((await shop.checkouts())[0]?.amount_paise, 15000)
  })

  test('an uploaded picture is kept while its form is sent, and asked for again once it was swept', async () => {
    const custom_questions = [
      { question: 'Your "answer":"/images/', type: 'text' },
      { question: 'Your picture', type: 'image' },
    ]
    const shop = await shopWith({ custom_questions })
    const bytes = await plain({ width: 20, height: 20 }, '#117733').png().toBuffer()
    const { hidden } = await shop.openForm()
    const half = { ...CUSTOMER, 'answer-0': '' }
    const first = await shop.sendMultipart({ ...hidden, ...half }, { 'answer-1': bytes })
    const kept = hiddenFields(first.html)
    const picture = kept['kept-1']!
    const sweptAfter = async (minutes: number) => {
      running.clock.advance(minutes * 60_000)
      return await sweepUnusedImages(running.app.world)
    }
    const sendKept = (answer: string) => shop.sendMultipart({ ...kept, ...CUSTOMER, 'answer-0': answer }, {})
    assert.equal(await sweptAfter(50), 0)
    assert.equal((await sendKept('')).status, 422)
    assert.equal(await sweptAfter(50), 0, 'it was sent 50 minutes ago')
    assert.equal((await openPage(running.app, picture)).status, 200)

    assert.equal(await sweptAfter(25), 1)
    const gone = await sendKept('Hi')
    assert.equal(gone.status, 422)
    const sentence = 'Add your picture again. It could not be kept for so long'
    assert.ok(gone.html.includes(`id="answer-1-problem">${sentence}`), gone.text)
    assert.equal(hiddenFields(gone.html)['kept-1'], undefined)
    assert.deepEqual(await shop.checkouts(), [])
    const { store_id: storeId, productId } = shop
    await assert.rejects(
      placeTestOrder(running.app.world, { storeId, productId, given: { answers: ['Hi', picture] } }),
      { message: sentence },
    )

    const fields = { ...hiddenFields(gone.html), ...CUSTOMER, 'answer-0': 'Hi' }
    const again = await shop.sendMultipart(fields, { 'answer-1': bytes })
    assert.equal(again.status, 303, again.text)
    await shop.pay()
    const { count, first: offenders } = await findOffenders(running.app.world.db, imagesInvariant, {
      now: running.clock.now(),
    })
    assert.equal(count, 0, JSON.stringify(offenders))
  })

  test('answers stay with the questions the form asked, even if the questions have changed', async () => {
    const [engrave, picture, gift, colour] = [
      { question: 'Name to engrave', type: 'text' },
      { question: 'Your picture', type: 'image' },
      { question: 'Gift message', type: 'text' },
      { question: 'Colour of the thread', type: 'text' },
    ]
    const shop = await shopWith({ custom_questions: [engrave, picture, gift] })
    const ask = (custom_questions: object[]) =>
      shop.call('PUT', `/api/products/${shop.productId}/edit`, { custom_questions })
    const { hidden } = await shop.openForm()
    await ask([gift, colour, engrave, picture])
    const bytes = await plain({ width: 20, height: 20 }).png().toBuffer()
    const typed = { ...CUSTOMER, 'answer-0': 'Meera', 'answer-2': 'Happy birthday' }
    const page = await shop.sendMultipart({ ...hidden, ...typed }, { 'answer-1': bytes })
    assert.equal(page.status, 422)
    const changed =
      /The shop has changed its questions since this page was opened\. Look at your answers again\./
    assert.match(page.text, changed)
    assert.match(page.html, /name="answer-0"[^>]*>Happy birthday</)
    assert.match(page.html, /name="answer-1"[^>]*><\/textarea>/)
    assert.match(page.html, /name="answer-2"[^>]*>Meera</)
    const again = hiddenFields(page.html)
    assert.match(again['kept-3'] ?? '', /^\/images\//)
    assert.deepEqual(await shop.checkouts(), [])

    await ask([colour, gift])
    const late = await shop.sendMultipart({ ...hidden, ...typed }, { 'answer-1': Buffer.alloc(1_600_000) })
    assert.equal(late.status, 422)
    assert.match(late.text, changed)
    const sent = { ...CUSTOMER, 'answer-0': 'Happy birthday', 'answer-1': 'Red', 'answer-2': 'Meera' }
    const fewer = await shop.send({ ...again, ...sent })
    assert.match(fewer.text, changed)
    const answer = await shop.send({
      ...hiddenFields(fewer.html),
      ...CUSTOMER,
      ...{ 'answer-0': 'Red', 'answer-1': 'Happy birthday' },
    })
    assert.equal(answer.status, 303, answer.text)
    const [checkout] = await shop.checkouts()
    assert.deepEqual(JSON.parse(checkout?.answers ?? ''), [
      { ...colour, answer: 'Red' },
      { ...gift, answer: 'Happy birthday' },
    ])
  })

  test('pays when Enter is pressed without script', async () => {
    const { html } = await (await shopWith({ stock: 5 })).openForm()
    const form = html.slice(html.indexOf('<form class="checkout"'))
    assert.match(/<button[^>]*>[^<]*/.exec(form)![0], /Go to payment/)
    assert.doesNotMatch(/<button[^>]*>/.exec(form)![0], /name="recount"/)
  })

  test('says that a free product is ordered at once, and orders it', async () => {
    const shop = await shopWith({ price: 100, current_price: 0, shipping_cost: 0 })
    const { html, text, hidden } = await shop.openForm()
    assert.doesNotMatch(html, /Go to payment/)
    assert.match(text, /There is nothing to pay: the order is placed at once\. .*Place the order/)
    assert.match((await shop.send({ ...hidden, ...CUSTOMER })).headers.get('location') ?? '', /^\/o\//)
  })

  test('does not sell an inactive product', async () => {
    const shop = await shopWith({ is_active: false })
    assert.equal((await shop.openForm()).status, 404)
    assert.equal((await shop.send(CUSTOMER)).status, 422)
    assert.deepEqual(await shop.checkouts(), [])
  })

  test('refuses a cross-site form submission', async () => {
    const shop = await shopWith({})
    const { hidden } = await shop.openForm()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const page = await shop.send({ ...hidden, ...CUSTOMER }, headers)
      assert.equal(page.status, 400)
    }
    assert.deepEqual(await shop.checkouts(), [])
    assert.equal((await shop.send({ ...hidden, ...CUSTOMER }, { origin: running.app.url })).status, 303)
  })

  test('stores a line break as one character, as it was counted', async () => {
    const shop = await shopWith({})
    const { hidden } = await shop.openForm()
    await shop.send({ ...hidden, ...CUSTOMER, special_instructions: 'Ring\r\ntwice' })
    const [checkout] = await shop.checkouts()
    assert.equal(checkout?.special_instructions, 'Ring\ntwice')
  })

  test('refuses a form with a Content-Encoding', async () => {
    const shop = await shopWith({})
    const { hidden } = await shop.openForm()
    const page = await shop.send({ ...hidden, ...CUSTOMER }, { 'content-encoding': 'gzip' })
    assert.equal(page.status, 400)
    assert.deepEqual(await shop.checkouts(), [])
  })

  test('lets one address begin twenty checkouts a minute', async () => {
    const shop = await shopWith({ stock: 100 })
    const { hidden } = await shop.openForm()
    for (let i = 0; i < 20; i++) assert.equal((await shop.send({ ...hidden, ...CUSTOMER })).status, 303)
    const page = await shop.send({ ...hidden, ...CUSTOMER })
    assert.equal(page.status, 429)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.ok(Number(page.headers.get('retry-after')) > 0)
    running.clock.advance(61_000)
    assert.equal((await shop.send({ ...hidden, ...CUSTOMER })).status, 303)
  })
})
