import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { crowdedCategory } from '../../harness/shops/crowded-category.ts'
import { newProduct } from '../../harness/shops/orders.ts'
import {
  everything,
  type Heading,
  headingsOf,
  inCategory,
  isUnder,
  searched,
} from '../../server/rules/products/shelf.ts'
import type { Queries } from '../../server/storage/engine.ts'
import { followByHeadings, sortByHeadings } from '../../server/storage/products/by-price/by-headings.ts'
import { followByNames } from '../../server/storage/products/by-price/by-names.ts'
import { listByPrice } from '../../server/storage/products/by-price/list-by-price.ts'
import type { PricedCard, PriceOrder, PricePlace } from '../../server/storage/products/by-price/offered.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { eventful } from '../help/eventful.ts'

/** Too many products to be sorted, so that the query follows the index. */
const MANY = 2310
const PAGE = 700

const byPrice = (a: PricedCard, b: PricedCard) =>
  a.current_price_paise - b.current_price_paise || (a.product_id < b.product_id ? -1 : 1)

const idsOf = (cards: readonly PricedCard[]) => cards.map(({ product_id }) => product_id)

/** Whether the product has the words. All products are in the category. */
const isNamed = (card: PricedCard, asked: readonly Heading[]) =>
  asked.every((heading) => 'exactly' in heading || headingsOf(card, []).some((own) => isUnder(own, heading)))

onEachEngine((running) => {
  const db = () => running.app.world.db
  type Asked = readonly [Heading, ...Heading[]]

  async function pages(storeId: string, asked: Asked, order: PriceOrder) {
    const seen: PricedCard[] = []
    let after: PricePlace | undefined
    for (let more = true; more; ) {
      const { cards, stoppedAt } = await listByPrice(db(), storeId, asked, { order, after }, PAGE)
      seen.push(...cards)
      after = stoppedAt ?? cards.at(-1)
      more = stoppedAt !== undefined || cards.length === PAGE
    }
    return seen
  }

  test('lists many products by price, each once, and stops a rare search after a bounded scan', async () => {
    const { storeId, categoryId, productIds } = await crowdedCategory(running.app.world, 1, MANY, 'Lights')
    await rowsOf(db(), (sql) =>
      sql.updateTable('products').set({ is_active: 0 }).where('id', '=', productIds[0]!),
    )
    const rising = await pages(storeId, [everything], 'low')
    assert.equal(rising.length, MANY - 1)
    assert.deepEqual(rising, rising.toSorted(byPrice))
    assert.equal(new Set(idsOf(rising)).size, rising.length)
    const category = inCategory(categoryId)
    const lists: Asked[] = [
      [everything],
      [category],
      ...['brass', 'light brass', '31', '1', '1 brass', 'brass 31', 'nowhere', 'nowhere light'].flatMap(
        (text): Asked[] => [searched(text) as [Heading], [...searched(text), category] as [Heading, Heading]],
      ),
    ]
    for (const asked of lists) {
      const listed = rising.filter((card) => isNamed(card, asked))
      assert.deepEqual(idsOf(await pages(storeId, asked, 'low')), idsOf(listed), JSON.stringify(asked))
      assert.deepEqual(idsOf(await pages(storeId, asked, 'high')), idsOf(listed).toReversed())
    }

    const [middle, dearest] = [rising.slice(1000, 1001), rising.slice(-3)]
    const left = idsOf([...middle, ...dearest])
    // The number of rows stays, so that the lists still count as long, but the rows match no product.
    await rowsOf(db(), (sql) =>
      sql
        .updateTable('shelf')
        .set({ place: 1 })
        .where('store_id', '=', storeId)
        .where('heading', 'in', [`category ${categoryId}`, 'word lights'])
        .where('product_id', 'not in', left),
    )
    // More words than are compared with products one by one, and product names that contain none of them.
    const odd = `insert into shelf (store_id, product_id, heading, place) select store_id, id,
      'word odd' || substr(id, 1, 2), -created_at from products where store_id = '${storeId}' and is_active = 1`
    await db().rows({ sql: odd, reads: false, name: undefined }, [])
    await rowsOf(db(), (sql) => sql.updateTable('products').set({ name: 'Odd lamp' }).where('id', 'in', left))
    for (const asked of [category, ...searched('light'), ...searched('odd')]) {
      const ask = (after?: PricePlace) => listByPrice(db(), storeId, [asked], { order: 'low', after }, PAGE)
      const { cards, stoppedAt } = await ask()
      assert.deepEqual(idsOf(cards), idsOf(middle))
      assert.ok(stoppedAt)
      const rest = await ask(stoppedAt)
      assert.deepEqual([idsOf(rest.cards), rest.stoppedAt], [idsOf(dearest), undefined])
    }

    const cheapest = idsOf(rising.slice(1, 308))
    const hiding = eventful(db(), () => change(cheapest, { is_active: 0 }))
    const follow = (on: Queries, after?: PricePlace) =>
      followByHeadings(on, storeId, [[`category ${categoryId}`]], { order: 'low', after }, PAGE)
    const first = await follow(hiding)
    const second = await follow(db(), first.stoppedAt)
    assert.deepEqual(
      idsOf([...first.cards, ...second.cards]),
      left,
      'no product after the end of a page is skipped',
    )
  })

  const change = (ids: readonly string[], set: { is_active: 0 } | { current_price_paise: number }) =>
    rowsOf(db(), (sql) => sql.updateTable('products').set(set).where('id', 'in', ids))

  /** A store with one product per name, cheapest first. */
  async function storeWith(names: readonly string[]) {
    const seller = await newSeller(running.app)
    const ids: string[] = []
    for (const [i, name] of names.entries()) ids.push(await newProduct(seller, { name, price: i + 1 }))
    return { seller, storeId: seller.store_id, ids }
  }

  test('a page shows one snapshot, whatever changes while it is read', async () => {
    const lamps = [['word lamp']]
    const ways = [
      async (...how: [Queries, string]) => ({
        cards: await sortByHeadings(...how, lamps, { order: 'low' }, 3),
      }),
      (...how: [Queries, string]) => followByHeadings(...how, lamps, { order: 'low' }, 3),
    ]
    for (const look of ways) {
      const { seller, storeId, ids } = await storeWith(Array(8).fill('Lamp'))
      const changes = [
        () => change(ids.slice(0, 2), { current_price_paise: 100_000 }),
        () => change(ids.slice(2, 3), { is_active: 0 }),
        () => seller.call('DELETE', `/api/products/${ids[3]}`),
      ]
      for (const happen of changes) {
        const before = await look(db(), storeId)
        assert.equal(before.cards.length, 3)
        assert.deepEqual(await look(eventful(db(), happen), storeId), before)
        assert.notDeepEqual(await look(db(), storeId), before)
      }
    }
  })

  test('a product whose price rises during the scan is listed once', async () => {
    const { storeId, ids } = await storeWith(['Lamp', 'Mat', 'Mat', 'Lamp'])
    const rising = eventful(db(), () => change(ids.slice(0, 1), { current_price_paise: 350 }))
    const lamps = searched('lamp') as [Heading]
    const { cards } = await followByNames(rising, storeId, lamps, { order: 'low' }, 3)
    assert.deepEqual(idsOf(cards), [ids[0], ids[3]])
  })
}, WITHOUT_WORKERS)
