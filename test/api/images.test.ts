import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct, type Seller } from '../../harness/shops/orders.ts'
import { base64, GPS, plain, promising } from '../../harness/shops/pictures.ts'

const FORMAT = 'must be an image URL or a base64 JPEG, PNG, WebP, GIF or AVIF'
const MOST_BYTES = 5 * 1024 * 1024
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const size = { width: 24, height: 16 }

const read = async (seller: Seller, id: string) => (await seller.call('GET', `/api/products/${id}`)).body

onEachEngine((running) => {
  const post = ({ call }: Seller, changes: object) =>
    call('POST', '/api/products/create', {
      name: 'Brass lamp',
      price: 1,
      description: '',
      stock: 1,
      ...changes,
    })

  describe('uploads', () => {
    const formats = [
      ['jpg', 'image/jpeg', () => plain(size).jpeg().toBuffer()],
      ['png', 'image/png', () => plain(size).png().toBuffer()],
      ['webp', 'image/webp', () => plain(size).webp().toBuffer()],
      ['gif', 'image/gif', () => plain(size).gif().toBuffer()],
      ['avif', 'image/avif', () => plain(size).avif({ effort: 0 }).toBuffer()],
    ] as const
    for (const [extension, type, make] of formats) {
      test(`a ${extension}, bare and as a data: URI, is served from a URL of the service`, async () => {
        const seller = await newSeller(running.app)
        const bytes = await make()
        const data = `data:${type};base64,${base64(bytes)}`
        const id = await newProduct(seller, { primary_image: base64(bytes), images: [data] })
        const { primary_image, images } = await read(seller, id)
        assert.deepEqual(images, [primary_image])
        assert.match(
          new URL(primary_image).pathname,
          new RegExp(`^/images/${seller.store_id}/[0-9a-f]{64}\\.${extension}$`),
        )
        const served = await fetch(running.app.url + new URL(primary_image).pathname)
        assert.equal(served.status, 200)
        assert.equal(served.headers.get('content-type'), type)
        assert.equal(served.headers.get('x-content-type-options'), 'nosniff')
        assert.match(served.headers.get('cache-control') ?? '', /max-age=\d{7,}/)
        assert.deepEqual(Buffer.from(await served.arrayBuffer()), bytes)
      })
    }

    test('stand beside URLs, in the order sent', async () => {
      const seller = await newSeller(running.app)
      const [one, two] = await Promise.all(
        ['#ff0000', '#00ff00'].map((colour) => plain(size, colour).png().toBuffer()),
      )
      const id = await newProduct(seller, {
        images: [base64(one!), 'https://a.example/1.png', base64(two!), base64(one!)],
      })
      const { images, primary_image } = await read(seller, id)
      assert.equal(primary_image, null)
      assert.equal(images.length, 4)
      assert.equal(images[1], 'https://a.example/1.png')
      assert.equal(images[0], images[3])
      assert.notEqual(images[0], images[2])
    })

    test('lose their Exif data, such as location and author', async () => {
      const seller = await newSeller(running.app)
      const bytes = await plain(size).withExif(GPS).jpeg().toBuffer()
      assert.ok(bytes.includes('Somebody'))
      const id = await newProduct(seller, { primary_image: base64(bytes) })
      const { primary_image } = await read(seller, id)
      const served = Buffer.from(
        await (await fetch(running.app.url + new URL(primary_image).pathname)).arrayBuffer(),
      )
      assert.equal(served.includes('Somebody'), false)
      assert.equal(served.includes('Exif'), false)
    })

    test('can be sent back by their URL, and stay', async () => {
      const seller = await newSeller(running.app)
      const bytes = await plain(size).png().toBuffer()
      const id = await newProduct(seller, { primary_image: base64(bytes) })
      const { primary_image } = await read(seller, id)
      await seller.call('PUT', `/api/products/${id}/edit`, { primary_image: null, images: [primary_image] })
      const after = await read(seller, id)
      assert.deepEqual([after.primary_image, after.images], [null, [primary_image]])

      const small = primary_image.replace('/images/', '/images/320/')
      const spellings = [`${primary_image}?v=2`, primary_image.replace('http', 'HTTP'), small]
      await seller.call('PUT', `/api/products/${id}/edit`, { images: spellings })
      assert.deepEqual(
        (await read(seller, id)).images,
        spellings.map(() => primary_image),
      )
    })

    test('are not accepted by a URL with another file extension', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller, { primary_image: base64(await plain(size).png().toBuffer()) })
      const { primary_image } = await read(seller, id)
      const refused = await seller.call('PUT', `/api/products/${id}/edit`, {
        images: [primary_image.replace(/png$/, 'gif')],
      })
      assert.deepEqual(
        [refused.status, refused.body.error],
        [400, 'images[0] is no longer kept here: upload it again, or leave it out'],
      )
    })

    test('are shown in an order after the product is gone', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller, {
        primary_image: base64(await plain(size).png().toBuffer()),
        custom_questions: [{ question: 'Which picture?', type: 'image' }],
      })
      const { primary_image } = await read(seller, id)
      const order = await newOrder(running.app, seller, id, { answers: [new URL(primary_image).pathname] })
      const { body } = await seller.call('GET', `/api/orders/${order}`)
      const [answer] = body.order_details.custom_questions
      assert.deepEqual([body.product_image, answer.answer], [primary_image, primary_image])
      const [{ payload }] = (await seller.call('GET', '/api/events')).body.events
      assert.deepEqual(payload.order_details.custom_questions, [answer])
      await seller.call('PUT', `/api/orders/${order}/status`, { status: 'cancelled' })
      await seller.call('DELETE', `/api/products/${id}`)
      assert.equal((await seller.call('GET', `/api/orders/${order}`)).body.product_image, primary_image)
      assert.equal((await fetch(running.app.url + new URL(primary_image).pathname)).status, 200)
    })
  })

  describe('URLs', () => {
    test('are kept as they are, up to 2,048 characters', async () => {
      const seller = await newSeller(running.app)
      const longest = `https://a.example/${'x'.repeat(2048 - 18)}`
      const id = await newProduct(seller, { primary_image: longest, images: ['HTTP://A.example/?q=1'] })
      const { primary_image, images } = await read(seller, id)
      assert.deepEqual([primary_image, images], [longest, ['HTTP://A.example/?q=1']])
      const { status, body } = await post(seller, { primary_image: `${longest}x` })
      assert.equal(status, 400)
      assert.deepEqual(body, { error: `Primary image ${FORMAT}` })
    })
  })

  describe('400', () => {
    const bad: Array<[title: string, value: () => string | Promise<string>]> = [
      ['the empty string', () => ''],
      ['a word', () => 'lamp'],
      ['another scheme', () => 'ftp://a.example/1.png'],
      ['a path', () => '/images/1.png'],
      ['javascript', () => 'javascript:alert(1)'],
      ['an SVG in base64', () => base64(Buffer.from(SVG))],
      ['an SVG as a data: URI', () => `data:image/svg+xml;base64,${base64(Buffer.from(SVG))}`],
      ['text that claims to be a PNG', () => `data:image/png;base64,${base64(Buffer.from('hello'))}`],
      ['a data: URI that is not base64', () => 'data:image/png,hello'],
      ['a PNG cut short', async () => base64((await plain(size).png().toBuffer()).subarray(0, 60))],
      ['a TIFF', async () => base64(await plain(size).tiff().toBuffer())],
    ]
    for (const [title, value] of bad) {
      test(`${title} is no image`, async () => {
        const seller = await newSeller(running.app)
        const text = await value()
        const primary = await post(seller, { primary_image: text })
        assert.equal(primary.status, 400)
        assert.deepEqual(primary.body, { error: `Primary image ${FORMAT}` })
        const third = await post(seller, { images: ['https://a.example/1', 'https://a.example/2', text] })
        assert.equal(third.status, 400)
        assert.deepEqual(third.body, { error: `images[2] ${FORMAT}` })
      })
    }

    test('5 MB and a byte is too large, whatever the bytes are', async () => {
      const seller = await newSeller(running.app)
      const large = base64(new Uint8Array(MOST_BYTES + 1))
      const { status, body } = await post(seller, { primary_image: large })
      assert.equal(status, 400)
      assert.deepEqual(body, { error: 'Primary image base64 size must be <= 5MB' })
      const images = Array(3).fill('https://a.example/1')
      assert.deepEqual((await post(seller, { images: [...images, large] })).body, {
        error: 'images[3] base64 size must be <= 5MB',
      })
      const exactly = base64(new Uint8Array(MOST_BYTES))
      assert.deepEqual((await post(seller, { primary_image: exactly })).body, {
        error: `Primary image ${FORMAT}`,
      })
    })

    test('more than 40 megapixels are too many', async () => {
      const seller = await newSeller(running.app)
      const wide = base64(await promising({ width: 10_001, height: 4000 }))
      const { status, body } = await post(seller, { primary_image: wide })
      assert.equal(status, 400)
      assert.deepEqual(body, { error: 'Primary image must be at most 40 megapixels' })
      assert.deepEqual((await post(seller, { images: [wide] })).body, {
        error: 'images[0] must be at most 40 megapixels',
      })
    })

    test('a bad image is reported in field order: after earlier fields, before later ones', async () => {
      const seller = await newSeller(running.app)
      const changes = { shipping_cost: -1, primary_image: 'x', images: ['x'], variations: 5 }
      assert.deepEqual((await post(seller, changes)).body, { error: 'shipping_cost must be >= 0' })
      assert.deepEqual((await post(seller, { ...changes, shipping_cost: 0 })).body, {
        error: `Primary image ${FORMAT}`,
      })
      assert.deepEqual((await post(seller, { images: ['x'], variations: 5 })).body, {
        error: `images[0] ${FORMAT}`,
      })
    })

    test('an upload of a refused edit changes nothing', async () => {
      const seller = await newSeller(running.app)
      const id = await newProduct(seller, { primary_image: 'https://a.example/1.png' })
      const upload = base64(await plain(size).png().toBuffer())
      const { status } = await seller.call('PUT', `/api/products/${id}/edit`, {
        primary_image: upload,
        categories: ['Unknown'],
      })
      assert.equal(status, 400)
      assert.equal((await read(seller, id)).primary_image, 'https://a.example/1.png')
    })
  })
})
