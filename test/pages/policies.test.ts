import assert from 'node:assert/strict'
import { test } from 'node:test'
import { POLICY_KINDS, type PolicyKind } from '#contract/policies.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { openPage } from '../../harness/shops/page.ts'
import { CUSTOMER, newShop, type Shop } from '../../harness/shops/shopper.ts'
import { savePolicy } from '../../server/actions/stores/save-policy.ts'
import { updateStore } from '../../server/storage/stores/stores.ts'

const HOSTILE = `<script>alert(1)</script> & "quotes"\n\n- one <b>\n- two`

/** The policies that a store publishes. */
onEachEngine((running) => {
  const open = (path: string) => openPage(running.app, path)
  const write = (shop: Shop, kind: PolicyKind, text: string) =>
    savePolicy(running.app.world, { storeId: shop.store_id, kind, text })
  const linksOf = (html: string) =>
    [...html.split('<footer')[1]!.matchAll(/href="(\/s\/[^"]+)"/g)].map(([, path]) => path)

  test('is linked in the footer of every page of the store if it was written', async () => {
    const shop = await newShop(running.app)
    const store = `/s/${shop.slug}`
    for (const kind of POLICY_KINDS) assert.equal((await open(`${store}/${kind}`)).status, 404, kind)
    assert.deepEqual(linksOf((await open(store)).html), [])
    await write(shop, 'terms', 'The law of India holds.')
    await write(shop, 'shipping', 'We send at once.')
    const links = [`${store}/shipping`, `${store}/terms`]
    for (const path of [store, shop.path, `${shop.path}/checkout`, `${store}/p/gone`, `${store}/terms`])
      assert.deepEqual(linksOf((await open(path)).html), links, path)
    assert.equal((await open(`${store}/returns`)).status, 404)
    assert.equal((await open('/s/no-such-store/terms')).status, 404)
    const elsewhere = await newShop(running.app)
    assert.equal((await open(`/s/${elsewhere.slug}/terms`)).status, 404)
    await write(shop, 'terms', '')
    assert.equal((await open(`${store}/terms`)).status, 404)
  })

  test('has a page of its own, as escaped text, with a title for search engines and messengers', async () => {
    const shop = await newShop(running.app)
    await write(shop, 'returns', HOSTILE)
    const page = await open(`/s/${shop.slug}/returns`)
    assert.equal(page.status, 200)
    assert.match(page.html, /<title>Cancellation, returns and refunds · /)
    assert.match(page.html, /<meta name="description" content="&lt;script&gt;/)
    assert.match(page.html, /property="og:title" content="Cancellation, returns and refunds"/)
    assert.equal(page.headers.get('x-robots-tag'), null)
    assert.doesNotMatch(page.html, /<script>alert|<b>/)
    assert.match(page.html, /<ul><li>one &lt;b&gt;<\/li><li>two<\/li><\/ul>/)
    assert.match(page.text, /<script>alert\(1\)<\/script> & "quotes" one <b> two Last changed on \d+ \w+ 20/)
  })

  test('the about page shows the seller and the contact details, with or without a text', async () => {
    const shop = await newShop(running.app)
    const about = `/s/${shop.slug}/about`
    const change = (changes: Parameters<typeof updateStore>[2]) =>
      updateStore(running.app.world.db, shop.store_id, changes)
    await change({ contact_phone: '+91 98765 43210' })
    const bare = await open(about)
    assert.match(bare.html, /<a href="tel:\+919876543210">/)
    assert.doesNotMatch(bare.text, /Address|E-mail|Last changed/)
    const told = {
      ...{ business_name: 'Rao & Sons LLP', business_address: '12 Johari <Bazaar>\nJaipur 302003' },
      contact_email: 'care@example.com',
    }
    await change(told)
    await write(shop, 'about', 'Three generations of lamps.')
    const { text } = await open(about)
    assert.match(
      text,
      /Three generations of lamps\. Business Rao & Sons LLP Address 12 Johari <Bazaar> Jaipur/,
    )
    assert.match(text, /E-mail care@example\.com/)
    assert.match(text, /Sold by Rao & Sons LLP, with Haat\.$/)
  })

  test('is linked beside the pay buttons, opening in a new tab, and on the order’s page', async () => {
    const shop = await newShop(running.app)
    const agreed = /By paying you agree to the <a href="([^"]+)" target="_blank" rel="noopener">/
    const goodToKnow = /Good to know: <a href="([^"]+)" target="_blank"/
    assert.doesNotMatch((await shop.openForm()).text, /By paying|Good to know/)
    await write(shop, 'returns', 'Within a week.')
    const before = await shop.openForm()
    assert.doesNotMatch(before.text, /By paying/)
    assert.equal(goodToKnow.exec(before.html)?.[1], `/s/${shop.slug}/returns`)
    await write(shop, 'terms', 'The law of India holds.')
    const { hidden, html } = await shop.openForm()
    assert.equal(agreed.exec(html)?.[1], `/s/${shop.slug}/terms`)
    const sent = await shop.send({ ...CUSTOMER, ...hidden })
    const payment = await open(sent.headers.get('location')!)
    assert.equal(agreed.exec(payment.html)?.[1], `/s/${shop.slug}/terms`)
    const { token } = await shop.pay()
    const order = await open(`/o/${token}`)
    assert.match(order.html, /Not as you wished\? <a href="[^"]+\/returns">/)
    await write(shop, 'returns', '')
    assert.doesNotMatch((await open(`/o/${token}`)).text, /Not as you wished/)
  })
})
