import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { aProduct, newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { openPage } from '../../harness/shops/page.ts'
import { base64, plain } from '../../harness/shops/pictures.ts'
import { addCategory } from '../../server/actions/categories/add-category.ts'
import { startCheckout } from '../../server/actions/orders/start-checkout.ts'
import { putOnShelf } from '../../server/storage/products/shelf.ts'

/** What customers see before they buy: the store's page and a product's. */
onEachEngine((running) => {
  let seller: Awaited<ReturnType<typeof newSeller>>
  const create = async (fields: object): Promise<string> => {
    running.clock.advance(4000) // keeps within the API's rate limit
    const { status, body } = await seller.call('POST', '/api/products/create', aProduct(fields))
    assert.equal(status, 201, JSON.stringify(body))
    return body.product_id
  }
  const listed = async (query = '') => {
    const { html } = await openPage(running.app, `/s/${seller.slug}${query}`)
    return [...html.matchAll(/class="name">([^<]*)</g)].map(([, found]) => found)
  }

  /** The names on a page and on all following pages. */
  const followed = async (start: string) => {
    const seen: (string | undefined)[] = []
    for (let path: string | undefined = start; path; ) {
      const page: string = (await openPage(running.app, path)).html
      seen.push(...[...page.matchAll(/class="name">([^<]*)</g)].map(([, found]) => found))
      path = /rel="next" href="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    }
    return seen
  }

  test('lists active products, newest first, and never an inactive one or an internal note', async () => {
    seller = await newSeller(running.app)
    await create({ name: 'Clay cup', internal_note: 'bought for 40' })
    await create({ name: 'Brass lamp' })
    const hidden = await create({ name: 'Secret thing', is_active: false })
    assert.deepEqual(await listed(), ['Brass lamp', 'Clay cup'])
    assert.equal((await openPage(running.app, `/s/${seller.slug}/p/${hidden}`)).status, 404)

    const { html } = await openPage(running.app, `/s/${seller.slug}`)
    const id = /\/p\/([0-9a-f-]{36})">\s*<span class="square">.*?Clay cup/s.exec(html)?.[1]
    assert.doesNotMatch(html, /bought for 40/)
    assert.doesNotMatch((await openPage(running.app, `/s/${seller.slug}/p/${id}`)).html, /bought for 40/)
  })

  test('shows no search field while there are no products', async () => {
    const bare = await newSeller(running.app)
    const { html } = await openPage(running.app, `/s/${bare.slug}`)
    assert.match(html, /<h2>Nothing here yet<\/h2>/)
    assert.doesNotMatch(html, /role="search"/)
    assert.match((await openPage(running.app, `/s/${bare.slug}?q=lamp`)).html, /role="search"/)
  })

  test('cuts a long search between two characters', async () => {
    const q = `${'x'.repeat(99)}🪔🪔`
    const { slug } = await newSeller(running.app)
    const { html } = await openPage(running.app, `/s/${slug}?q=${encodeURIComponent(q)}`)
    assert.match(html, /value="x{99}🪔"/)
  })

  test('lists a product by its new name, and never while it is inactive or deleted', async () => {
    seller = await newSeller(running.app)
    const id = await create({ name: 'Jute bag' })
    await seller.call('PUT', `/api/products/${id}/edit`, { name: 'Hemp sack' })
    assert.deepEqual(await listed('?q=hemp'), ['Hemp sack'])
    assert.deepEqual(await listed('?q=jute'), [])
    await seller.call('PUT', `/api/products/${id}/edit`, { is_active: false })
    assert.deepEqual(await listed(), [])
    await seller.call('PUT', `/api/products/${id}/edit`, { is_active: true })
    assert.deepEqual(await listed(), ['Hemp sack'])
    await seller.call('DELETE', `/api/products/${id}`)
    assert.deepEqual(await listed(), [])
  })

  test('search matches every word by its beginning, ignoring case, and lists each product once', async () => {
    seller = await newSeller(running.app)
    await create({ name: 'Lamp and lampshade' })
    await create({ name: 'Brass Lamp' })
    await create({ name: 'Café brass cup' })
    await create({ name: 'पीतल का दीया' })
    assert.deepEqual(await listed('?q=LAMP'), ['Brass Lamp', 'Lamp and lampshade'])
    assert.deepEqual(await listed('?q=lam'), ['Brass Lamp', 'Lamp and lampshade'])
    assert.deepEqual(await listed('?q=%6Cam&from=50%'), ['Brass Lamp', 'Lamp and lampshade'])
    assert.deepEqual(await listed('?q=brass+la'), ['Brass Lamp'])
    assert.match(
      (await openPage(running.app, `/s/${seller.slug}?q=brass`)).text,
      /What we have for “brass” Clear/,
    )
    assert.deepEqual(await listed('?q=cafe'), ['Café brass cup'])
    assert.deepEqual(await listed(`?q=${encodeURIComponent('दीया')}`), ['पीतल का दीया'])
    for (const odd of ['%25', '_', "'", '%F0%9F%98%80', '"', '(', '\\\\', '%E2%82%B9&sort=low']) {
      const { status, html, text } = await openPage(running.app, `/s/${seller.slug}?q=${odd}`)
      assert.equal(status, 200, odd)
      assert.doesNotMatch(html, /class="card/, `signs alone find nothing: ${odd}`)
      assert.match(text, /Nothing found for “/)
    }
    assert.equal((await listed('?q=%00')).length, 4)
  })

  test('finds one thing and several, whichever is searched', async () => {
    seller = await newSeller(running.app)
    await create({ name: 'Brass diya lamp' })
    await create({ name: 'Two clay lamps' })
    await create({ name: 'Glass cup' })
    for (const q of ['lamp', 'lamps', 'LAMPS', 'lamps+lamp', 'lamps&sort=low']) {
      assert.deepEqual((await listed(`?q=${q}`)).toSorted(), ['Brass diya lamp', 'Two clay lamps'], q)
    }
    assert.deepEqual(await listed('?q=brass+lamps'), ['Brass diya lamp'])
    assert.deepEqual(await listed('?q=glass'), ['Glass cup'])
  })

  test('sorts the categories in natural order, the same on every engine', async () => {
    const names = ['Bags', 'cups', 'Éclat', 'Lamp 2', 'Lamp 10', 'mats', 'कपड़े', 'मिट्टी']
    seller = await newSeller(running.app, names.toReversed())
    await create({ name: 'Everything', categories: names })
    const { html } = await openPage(running.app, `/s/${seller.slug}`)
    assert.deepEqual(
      [...html.matchAll(/category=[0-9a-f-]{36}"[^>]*>([^<]*)</g)].map(([, name]) => name),
      names,
    )
  })

  test('shows only categories with products, and filters by them alone and with a search', async () => {
    seller = await newSeller(running.app, ['Home', 'Kitchen'])
    await addCategory(running.app.world, seller.store_id, 'Empty')
    await create({ name: 'Clay cup', categories: ['Kitchen'] })
    await create({ name: 'Brass lamp', categories: ['Home'] })
    await create({ name: 'Brass cup', categories: ['Kitchen', 'Home'] })
    const { html, text } = await openPage(running.app, `/s/${seller.slug}`)
    assert.doesNotMatch(text, /Empty/)
    const kitchen = /category=([0-9a-f-]{36})"[^>]*>Kitchen</.exec(html)?.[1]
    assert.deepEqual(await listed(`?category=${kitchen}`), ['Brass cup', 'Clay cup'])
    assert.deepEqual(await listed(`?category=${kitchen}&q=brass`), ['Brass cup'])
    assert.deepEqual(await listed('?q=kitchen'), ['Brass cup', 'Clay cup'])
  })

  test('says that a search looked in one category only, and offers to search everything', async () => {
    seller = await newSeller(running.app, ['Home', 'Kitchen'])
    await create({ name: 'Clay cup', categories: ['Kitchen'] })
    await create({ name: 'Brass lamp', categories: ['Home'] })
    const store = `/s/${seller.slug}`
    const kitchen = /category=([0-9a-f-]{36})"[^>]*>Kitchen</.exec(
      (await openPage(running.app, store)).html,
    )?.[1]
    const search = (q: string) => openPage(running.app, `${store}?q=${q}&category=${kitchen}&sort=low`)
    assert.match((await search('cup')).text, /What we have for “cup” in Kitchen Clear/)
    const { html, text } = await search('lamp')
    assert.match(
      text,
      /Nothing found for “lamp” in Kitchen Search everything, or try fewer or shorter words\./,
    )
    const wider = /href="([^"]*)">Search everything</.exec(html)?.[1]?.replaceAll('&amp;', '&')
    assert.equal(wider, `${store}?q=lamp&sort=low`)
    assert.match((await openPage(running.app, wider)).html, /class="name">Brass lamp</)
    assert.match((await openPage(running.app, `${store}?q=rug`)).html, /href="[^"?]*">See all products</)
  })

  test('pages through everything, in every list, without losing or repeating a product', async () => {
    seller = await newSeller(running.app, ['Home'])
    const names = Array.from({ length: 60 }, (_, i) => `Lamp ${String(i).padStart(2, '0')}`)
    for (const lamp of names) await create({ name: lamp, categories: ['Home'] })
    const gone = { store_id: seller.store_id, id: randomUUID(), created_at: running.clock.now() }
    await putOnShelf(running.app.world.db, gone, ['all', 'word lamp']) // Bad rows must not hide the rows after them.
    const { html } = await openPage(running.app, `/s/${seller.slug}`)
    const home = /category=([0-9a-f-]{36})/.exec(html)?.[1]
    assert.equal((await listed(`?category=${home}`)).length, 24, 'rows of two, three and four are full')
    for (const start of ['', '?q=lamp', '?q=la', `?category=${home}`, `?q=home+lamp&category=${home}`])
      assert.deepEqual(await followed(`/s/${seller.slug}${start}`), names.toReversed(), start)
  })

  test('sorts every list by price with plain links, and follows an edit of the price', async () => {
    seller = await newSeller(running.app, ['Home'])
    const names = Array.from({ length: 30 }, (_, i) => `Lamp ${String(i).padStart(2, '0')}`)
    for (const [i, name] of names.entries())
      await create({ name, price: 100 + i, categories: i % 2 === 0 ? ['Home'] : [] })
    const edited = await create({ name: 'Bowl', price: 5000, current_price: 1, categories: ['Home'] })
    await create({ name: 'Hidden lamp', price: 1, is_active: false })
    const home = /category=([0-9a-f-]{36})/.exec((await openPage(running.app, `/s/${seller.slug}`)).html)?.[1]
    const even = names.filter((_, i) => i % 2 === 0)
    const lists: Array<[query: string, rising: string[]]> = [
      ['', ['Bowl', ...names]],
      [`category=${home}&amp;`, ['Bowl', ...even]],
      ['q=lamp&amp;', names],
      [`q=la&amp;category=${home}&amp;`, even],
    ]
    for (const [query, rising] of lists) {
      const start = await openPage(running.app, `/s/${seller.slug}?${query.replaceAll('&amp;', '&')}`)
      for (const [link, expected] of [
        ['Lowest price', rising],
        ['Highest price', rising.toReversed()],
      ] as const) {
        const sort = link === 'Lowest price' ? 'low' : 'high'
        assert.ok(start.html.includes(`href="/s/${seller.slug}?${query}sort=${sort}">${link}</a>`), query)
        const path = `/s/${seller.slug}?${query}sort=${sort}`.replaceAll('&amp;', '&')
        assert.deepEqual(await followed(path), expected, path)
      }
    }
    assert.deepEqual(await listed(`?q=05&category=${home}&sort=low`), [])
    const sorted = await openPage(running.app, `/s/${seller.slug}?sort=low`)
    assert.match(sorted.html, /aria-current="true">Lowest price</)
    assert.equal(sorted.headers.get('x-robots-tag'), 'noindex')
    assert.match(sorted.html, /<input type="hidden" name="sort" value="low">/)
    assert.ok(sorted.html.includes(`href="/s/${seller.slug}?category=${home}&amp;sort=low">Home</a>`))
    const narrow = await openPage(running.app, `/s/${seller.slug}?q=lamp&category=${home}&sort=low`)
    assert.ok(narrow.html.includes(`<input type="hidden" name="category" value="${home}">`))
    assert.ok(narrow.html.includes(`?category=${home}&amp;sort=low">Clear the search</a>`))
    await seller.call('PUT', `/api/products/${edited}/edit`, { current_price: 115.5 })
    assert.deepEqual((await listed('?sort=low')).slice(15, 18), ['Lamp 15', 'Bowl', 'Lamp 16'])
    assert.deepEqual((await listed('?sort=nonsense&after=x'))[0], 'Bowl')
    const places = ['["a",1,{"toString":1}]', '[1,{"toString":1}]', '[1,"nobody"]']
    for (const after of ['A'.repeat(40), ...places.map((place) => Buffer.from(place).toString('base64url'))])
      for (const sort of ['', '&sort=low'])
        assert.equal(
          (await openPage(running.app, `/s/${seller.slug}?after=${after}${sort}`)).status,
          200,
          after,
        )
  })

  test('bounds the work of each page for common words that rarely occur together, and finds every match', async () => {
    seller = await newSeller(running.app)
    const shelve = async (name: string, words: string[]) => {
      const product = {
        store_id: seller.store_id,
        id: await create({ name }),
        created_at: running.clock.now(),
      }
      await putOnShelf(running.app.world.db, product, words)
    }
    const many = (start: string) => Array.from({ length: 2500 }, (_, i) => `word ${start}${i}`)
    await shelve('Bowl', many('lam'))
    await shelve('Jug', many('cup'))
    await create({ name: 'Cupz with lamz' })
    const first = await openPage(running.app, `/s/${seller.slug}?q=lam+cup`)
    assert.match(first.text, /Nothing yet for “lam cup” There is more to look through/)
    const next = /rel="next" href="([^"]*)">Search on</.exec(first.html)?.[1]?.replaceAll('&amp;', '&')
    const second = await openPage(running.app, next!)
    assert.match(second.text, /Cupz with lamz/)
    assert.doesNotMatch(second.text, /Search on|Show more/)
  })

  test('gives messengers a title, a description and a picture for a preview', async () => {
    seller = await newSeller(running.app)
    const shown = async (path: string) => {
      const { html } = await openPage(running.app, `/s/${seller.slug}${path}`)
      const tags = html.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g)
      return Object.fromEntries(Array.from(tags, ([, name, content]) => [name, content]))
    }
    assert.equal((await shown('')).image, undefined)
    const dataUri = base64(await plain({ width: 40, height: 40 }).png().toBuffer())
    const lamp = { name: 'Brass lamp', short_description: 'Cast by hand', primary_image: dataUri }
    const { title, description, image = '' } = await shown(`/p/${await create(lamp)}`)
    assert.deepEqual([title, description], ['Brass lamp', 'Cast by hand'])
    assert.equal(image, (await shown('')).image)
    const { pathname, origin } = new URL(image)
    assert.equal(origin, running.app.world.publicUrl)
    assert.equal((await fetch(running.app.url + pathname)).headers.get('content-type'), 'image/jpeg')
    const elsewhere = 'https://elsewhere.example/images/lamp.jpg'
    await create({ name: 'Clay lamp', primary_image: elsewhere })
    assert.equal((await shown('')).image, elsewhere)
  })

  test('is found by an address with a slash at its end or in capitals', async () => {
    seller = await newSeller(running.app)
    const path = `/s/${seller.slug}/p/${await create({ name: 'Found' })}`
    for (const [typed, meant] of [
      [`/s/${seller.slug}/`, `/s/${seller.slug}`],
      [`/s/${seller.slug}/?q=found`, `/s/${seller.slug}?q=found`],
      [`${path}/`, path],
    ] as const) {
      const page = await openPage(running.app, typed)
      assert.deepEqual([page.status, page.headers.get('location')], [308, meant])
    }
    assert.match((await openPage(running.app, `/s/${seller.slug.toUpperCase()}`)).text, /Found/)
  })

  test('keeps stores apart and answers 404 for unknown pages', async () => {
    const other = await newSeller(running.app)
    seller = await newSeller(running.app)
    const id = await create({ name: 'Only here' })
    assert.equal((await openPage(running.app, `/s/${other.slug}/p/${id}`)).status, 404)
    for (const path of ['/s/no-such-store', '/s/UPPER', `/s/${seller.slug}/p/nonsense`, '/s/%00', '/s/%E0']) {
      const page = await openPage(running.app, path)
      assert.equal(page.status, 404, path)
      assert.match(page.text, /This page is not here/)
    }
  })

  test('shows sale prices and stock in words, less what checkouts have reserved', async () => {
    seller = await newSeller(running.app)
    const id = await create({ price: 123456, current_price: 99999.5, is_sale: true, stock: 3 })
    const read = async () => (await openPage(running.app, `/s/${seller.slug}/p/${id}`)).text
    assert.match(await read(), /₹99,999\.50 .*₹1,23,456\.00 .*18% off .*Only 3 left/)
    const input = {
      ...{ quantity: '1', name: 'A B', email: 'a@example.com', phone: '9876543210', pincode: '560001' },
      ...{ line1: '1 Road', city: 'Pune', state: 'Maharashtra', country: 'India' },
    }
    await startCheckout(running.app.world, { storeId: seller.store_id, productId: id, input })
    assert.match(await read(), /Only 2 left/)
    await startCheckout(running.app.world, {
      storeId: seller.store_id,
      productId: id,
      input: { ...input, quantity: '2' },
    })
    assert.match(await read(), /Out of stock/)
    assert.match((await openPage(running.app, `/s/${seller.slug}`)).text, /Out of stock/)
    running.clock.advance(15 * 60_000)
    assert.match(await read(), /Only 3 left/)
  })

  test('escapes everything that sellers wrote', async () => {
    seller = await newSeller(running.app)
    const evil = '<img src=x onerror=a()>"\'&'
    const id = await create({ name: evil, description: evil, size: [evil], colors: [evil] })
    for (const path of [
      `/s/${seller.slug}`,
      `/s/${seller.slug}/p/${id}`,
      `/s/${seller.slug}?q=${encodeURIComponent(evil)}`,
    ]) {
      const { html } = await openPage(running.app, path)
      assert.doesNotMatch(html, /<img src=x/)
    }
  })
})
