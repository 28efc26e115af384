import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { until } from '../../harness/app/until.ts'
import { openPage } from '../../harness/shops/page.ts'
import { GPS, noise, plain } from '../../harness/shops/pictures.ts'
import { CUSTOMER, hiddenFields, newShop } from '../../harness/shops/shopper.ts'
import { deleteStore } from '../../server/actions/stores/delete-store.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { leftOf } from '../help/left-of-store.ts'
import { lateBody, rawSocket } from '../help/raw-socket.ts'

const QUESTIONS = [
  { question: 'Your picture', type: 'image' },
  { question: 'A line', type: 'text' },
]

/** Asserts that the picture is shown in the smallest width, loaded lazily, and never as the original. */
function assertShownSmall(html: string, path: string) {
  const [shown] =
    html.match(new RegExp(`<img [^>]*${path.replace('/images/', '/images/320/')} 320w[^>]*>`)) ?? []
  assert.match(shown ?? '', /sizes="96px".* loading="lazy"/)
  assert.ok(!shown?.includes(path))
}

describe('a picture with which a customer answers', () => {
  const clock = movableClock()
  let app: TestApp
  before(async () => {
    app = await startTestApp({}, { now: clock.now })
  })
  after(() => app[Symbol.asyncDispose]())
  const shopWithQuestions = () => {
    clock.advance(61_000)
    return newShop(app, { custom_questions: QUESTIONS, stock: 50 })
  }

  test('is stored, belongs to checkout and order, and shows in the API as its URL', async () => {
    const shop = await shopWithQuestions()
    const { hidden, html } = await shop.openForm()
    assert.match(html, /enctype="multipart\/form-data"/)
    const bytes = await plain({ width: 40, height: 30 }).png().toBuffer()
    const answer = await shop.sendMultipart(
      { ...hidden, ...CUSTOMER, 'answer-1': 'Hi' },
      { 'answer-0': bytes },
    )
    assert.equal(answer.status, 303, answer.text)
    const order = await shop.pay()
    const { body } = await shop.call('GET', `/api/orders/${order.id}`)
    const [picture, line] = body.order_details.custom_questions
    assert.deepEqual(line, { question: 'A line', type: 'text', answer: 'Hi' })
    assert.match(picture.answer, /\/images\/.*\.png$/)
    const served = await fetch(app.url + new URL(picture.answer).pathname)
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), bytes)
    const { html: page } = await openPage(app, `/o/${order.token}`)
    assertShownSmall(page, new URL(picture.answer).pathname)
    const uses = await rowsOf(app.world.db, (sql) =>
      sql.selectFrom('image_uses').select('owner_kind').where('store_id', '=', shop.store_id),
    )
    assert.deepEqual(uses.map(({ owner_kind }) => owner_kind).sort(), ['checkout', 'order'])
  })

  test('loses its Exif data, also if the questions change while it is being sent', async () => {
    const shop = await shopWithQuestions()
    const { hidden } = await shop.openForm()
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...hidden, ...CUSTOMER })) form.set(name, value)
    const photograph = await noise({ width: 40, height: 30 }).webp().withExif(GPS).toBuffer()
    form.set('answer-0', new Blob([new Uint8Array(photograph)]), 'photograph.webp')
    const sent = new Response(form)
    const body = new Uint8Array(await sent.arrayBuffer())
    const { text } = await lateBody(
      app.url,
      `POST ${shop.path}/checkout`,
      { 'content-type': sent.headers.get('content-type')! },
      body,
      () =>
        shop.call('PUT', `/api/products/${shop.productId}/edit`, { custom_questions: QUESTIONS.slice(0, 1) }),
    )
    const { 'kept-0': path } = hiddenFields(text)
    const served = Buffer.from(await (await fetch(`${app.url}${path}`)).arrayBuffer())
    assert.deepEqual([served.toString('latin1', 8, 12), served.includes('Somebody')], ['WEBP', false])
  })

  test('is answered with 404 if the store is deleted while it is being sent', async () => {
    const shop = await shopWithQuestions()
    const { hidden } = await shop.openForm()
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...hidden, ...CUSTOMER })) form.set(name, value)
    const bytes = await plain({ width: 20, height: 20 }).png().toBuffer()
    form.set('answer-0', new Blob([new Uint8Array(bytes)]), 'picture.png')
    const sent = new Response(form)
    const { status } = await lateBody(
      app.url,
      `POST ${shop.path}/checkout`,
      { 'content-type': sent.headers.get('content-type')! },
      await sent.bytes(),
      async () => {
        await deleteStore(app.world, { storeId: shop.store_id, typedName: 'Test store', by: 'Asha' })
        await until(async () => (await leftOf(app.world, shop.store_id)).length === 0)
      },
    )
    assert.equal(status, 404)
  })

  test('is resized by a script that only forms with a picture question load', async () => {
    const scripts = async ({ openForm }: Awaited<ReturnType<typeof newShop>>) =>
      new Set((await openForm()).html.match(/\/assets\/[\w-]+\.js/g))
    const usual = await scripts(await newShop(app))
    const [fitting, ...others] = (await scripts(await shopWithQuestions())).difference(usual)
    assert.deepEqual([usual.size, others], [1, []])
    const script = await fetch(`${app.url}${fitting}`)
    assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/)
    assert.match(await script.text(), /export async function fitPicture/)
  })

  test('is kept while other fields are corrected, and cannot be replaced by a forged reference', async () => {
    const shop = await shopWithQuestions()
    const { hidden } = await shop.openForm()
    const bytes = await plain({ width: 20, height: 20 }, '#aa3311').png().toBuffer()
    const page = await shop.sendMultipart({ ...hidden, ...CUSTOMER, 'answer-1': '' }, { 'answer-0': bytes })
    assert.equal(page.status, 422)
    const kept = hiddenFields(page.html)
    assert.ok(kept['kept-0'] && kept['proof-0'])
    assertShownSmall(page.html, kept['kept-0'])

    const forged = {
      ...kept,
      ...CUSTOMER,
      'answer-1': 'Hi',
      'kept-0': kept['kept-0'].replace(/.{64}(?=\.png)/, 'a'.repeat(64)),
    }
    assert.match((await shop.sendMultipart(forged, {})).text, /Add a picture/)
    const stolen = { ...kept, ...CUSTOMER, 'answer-1': 'Hi', attempt: 'A'.repeat(24) }
    assert.match((await shop.sendMultipart(stolen, {})).text, /Add a picture/)
    const mended = await shop.sendMultipart(
      { ...kept, ...CUSTOMER, 'answer-1': 'Hi' },
      { 'answer-0': new Uint8Array() },
    )
    assert.equal(mended.status, 303, mended.text)
    const [checkout] = await shop.checkouts()
    assert.equal(JSON.parse(checkout?.answers ?? '')[0].answer, kept['kept-0'])

    await shop.pay()
    const other = await shop.sendMultipart({ ...kept, ...CUSTOMER, 'answer-1': 'Bye' }, {})
    assert.match(other.text, /You have bought this already/)
    const next = { ...hiddenFields(other.html), ...CUSTOMER, 'answer-1': 'Bye' }
    assert.equal((await shop.sendMultipart(next, {})).status, 303, 'the picture goes along')
  })

  test('is reported beside its field if it is missing, too large or not a picture', async () => {
    const shop = await shopWithQuestions()
    const { hidden } = await shop.openForm()
    const fields = { ...hidden, ...CUSTOMER, 'answer-1': 'Hi' }
    const large = Buffer.concat([
      await noise({ width: 900, height: 900 }).png().toBuffer(),
      Buffer.alloc(6_000_000),
    ])
    for (const [bytes, sentence] of [
      [undefined, 'Add a picture'],
      [large, 'This picture has more than 5 MB. Choose a smaller one'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'This is no picture that we can use.'],
    ] as const) {
      const page = await shop.sendMultipart(fields, bytes ? { 'answer-0': bytes } : {})
      assert.equal(page.status, 422)
      assert.ok(page.html.includes(`id="answer-0-problem">${sentence}`), sentence)
      assert.match(page.html, /name="name" value="Asha Rao"/)
    }
  })

  test('is refused beside its field while the disk is nearly full, and a seller can still store one', async () => {
    const shop = await shopWithQuestions()
    const { hidden } = await shop.openForm()
    const bytes = await plain({ width: 20, height: 20 }, '#123456').png().toBuffer()
    const send = () => shop.sendMultipart({ ...hidden, ...CUSTOMER, 'answer-1': 'Hi' }, { 'answer-0': bytes })
    const { images } = app.world
    const freeBytes = images.freeBytes.bind(images)
    assert.ok((await freeBytes()) > 0)
    images.freeBytes = async () => 256 * 1024 ** 2 - 1
    try {
      const refused = await send()
      assert.equal(refused.status, 422)
      const sentence = 'The shop has no room for pictures at the moment. Try again in an hour'
      assert.ok(refused.html.includes(`id="answer-0-problem">${sentence}`))
      assert.equal(hiddenFields(refused.html)['kept-0'], undefined)
      const edit = { primary_image: `data:image/png;base64,${bytes.toString('base64')}` }
      assert.equal((await shop.call('PUT', `/api/products/${shop.productId}/edit`, edit)).status, 200)
    } finally {
      images.freeBytes = freeBytes
    }
    assert.equal((await send()).status, 303)
  })

  test('far beyond any size is refused without being read', async () => {
    const shop = await shopWithQuestions()
    using raw = rawSocket(app.url)
    raw.write(
      `POST ${shop.path}/checkout HTTP/1.1\r\nHost: localhost\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 80000000\r\n\r\n--x\r\n',
    )
    assert.match(await raw.until('\r\n'), /^HTTP\/1.1 413 /)
    const typed = await shop.send({ ...CUSTOMER, name: 'a'.repeat(70_000) })
    assert.equal(typed.status, 413)
    assert.match(typed.text, /too large/)
    const beside = await shop.sendMultipart({ ...CUSTOMER, name: 'a'.repeat(70_000) }, {})
    assert.equal(beside.status, 413)
  })

  test('is processed however many forms were refused before it', { timeout: 60_000 }, async () => {
    const shop = await shopWithQuestions()
    const malformed = {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'x'.repeat(300_000),
    }
    const files = { 'answer-0': Buffer.alloc(300_000) }
    for (let time = 0; time < 13; time++) {
      assert.equal((await openPage(app, `${shop.path}/checkout`, malformed)).status, 400)
    }
    clock.advance(61_000)
    for (let time = 0; time < 13; time++) {
      assert.equal((await shop.sendMultipart(CUSTOMER, files)).status, 422)
    }
  })
})
