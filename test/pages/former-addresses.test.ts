import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { openPage } from '../../harness/shops/page.ts'
import { CUSTOMER, hiddenFields, newShop } from '../../harness/shops/shopper.ts'
import { letAddressGo } from '../../server/actions/stores/address.ts'
import { changeSettings } from '../../server/actions/stores/change-settings.ts'
import { savePolicy } from '../../server/actions/stores/save-policy.ts'
import { markStoreDeleted } from '../../server/storage/stores/store-deletion.ts'

const newAddress = () => `moved-${randomUUID().slice(0, 8)}`

/** Old links of customers, after the store has changed its address. */
onEachEngine((running) => {
  const move = async ({ store_id }: { store_id: string }, slug = newAddress()) => {
    await changeSettings(running.app.world, { storeId: store_id, input: { slug } })
    return slug
  }
  const shopWith = (product: object = {}) => {
    running.clock.advance(61_000) // a new minute for the rate limit per address
    return newShop(running.app, product)
  }
  const led = async (path: string, sent: Parameters<typeof openPage>[2] = {}) => {
    const { status, headers } = await openPage(running.app, path, sent)
    return [status, headers.get('location')]
  }

  test('redirect to the same page and query, for GET and HEAD, without being cached', async () => {
    const shop = await shopWith()
    await savePolicy(running.app.world, { storeId: shop.store_id, kind: 'returns', text: 'Within a week.' })
    const now = await move(shop)
    const rests = [
      ['', 200],
      ['?q=brass+lamp&sort=price', 200],
      [`/p/${shop.productId}`, 200],
      [`/p/${shop.productId}/checkout?quantity=2&size=M%2FL`, 200],
      ['/returns', 200],
      [`/p/${randomUUID()}`, 404],
    ] as const
    for (const [rest, then] of rests) {
      const address = `/s/${shop.slug}${rest}`
      const answer = await openPage(running.app, address)
      const { headers } = answer
      assert.deepEqual(
        [answer.status, headers.get('location'), headers.get('cache-control'), answer.html],
        [301, `/s/${now}${rest}`, 'no-cache', ''],
      )
      assert.deepEqual(await led(address, { method: 'HEAD' }), [301, `/s/${now}${rest}`])
      assert.equal((await openPage(running.app, `/s/${now}${rest}`)).status, then, rest)
    }
    assert.deepEqual(await led(`/s/${shop.slug.toUpperCase()}`), [301, `/s/${now}`])
    assert.deepEqual(await led(`/s/${shop.slug}/?q=a`), [308, `/s/${shop.slug}?q=a`])
    assert.equal((await openPage(running.app, `/s/${shop.slug}/nothing-here`)).status, 404)
    assert.equal((await openPage(running.app, `/s/${newAddress()}`)).status, 404)
  })

  test('redirect to the current address after several moves, also back, and never in a loop', async () => {
    const seller = await newSeller(running.app)
    const second = await move(seller)
    const third = await move(seller)
    for (const former of [seller.slug, second])
      assert.deepEqual(await led(`/s/${former}`), [301, `/s/${third}`])
    assert.deepEqual(await led(`/%73/${second}?q=a`), [301, `/s/${third}?q=a`])
    await move(seller, seller.slug)
    assert.deepEqual(await led(`/s/${seller.slug}`), [200, null])
    for (const former of [second, third])
      assert.deepEqual(await led(`/s/${former}`), [301, `/s/${seller.slug}`])
  })

  test('stop redirecting once the seller releases the address or the store is deleted', async () => {
    const { world } = running.app
    const seller = await newSeller(running.app)
    const [first, second] = [seller.slug, await move(seller)]
    await move(seller)
    await letAddressGo(world, { storeId: seller.store_id, slug: first })
    assert.deepEqual(await led(`/s/${first}`), [404, null])
    assert.equal((await led(`/s/${second}`))[0], 301)
    await world.db.transaction((tx) => markStoreDeleted(tx, seller.store_id, world.now()))
    assert.deepEqual(await led(`/s/${second}`), [404, null])
    const other = await newSeller(running.app)
    assert.equal(await move(other, second), second)
    assert.equal((await led(`/s/${second}`))[0], 200)
  })

  test('a form opened before the move is accepted at the former address, and returned with the new one', async () => {
    const shop = await shopWith({ stock: 5 })
    const { hidden } = await shop.openForm()
    const now = await move(shop)
    const wrong = await shop.send({ ...hidden, ...CUSTOMER, pincode: '1' })
    assert.equal(wrong.status, 422)
    assert.ok(wrong.html.includes(`action="/s/${now}/p/${shop.productId}/checkout"`))
    assert.equal(hiddenFields(wrong.html).attempt, hidden.attempt)
    assert.equal((await shop.send({ ...hidden, ...CUSTOMER })).status, 303)
    const order = await shop.pay()
    assert.equal((await openPage(running.app, `/o/${order.token}`)).status, 200)
    const again = await shop.send({ ...hidden, ...CUSTOMER })
    assert.deepEqual([again.status, again.headers.get('location')], [303, `/o/${order.token}`])
  })

  test('what a browser holds stays available to it at the new address', async () => {
    const shop = await shopWith({ stock: 1 })
    const form = await shop.openForm()
    const [cookie = ''] = (form.headers.get('set-cookie') ?? '').split(';')
    assert.equal((await shop.send({ ...form.hidden, ...CUSTOMER })).status, 303)
    const now = await move(shop)
    const own = `/s/${now}/p/${shop.productId}`
    assert.match((await openPage(running.app, own, { headers: { cookie } })).text, /Only 1 left/)
  })
})
