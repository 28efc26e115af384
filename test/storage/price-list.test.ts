import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/services/engines.ts'
import { crowdedCategory } from '../../harness/shops/crowded-category.ts'
import { everything, type Heading, inCategory, searched } from '../../server/rules/products/shelf.ts'
import {
  listByPrice,
  type PricedCard,
  type PriceOrder,
  type PricePlace,
} from '../../server/storage/products/price-list.ts'
import { rowsOf } from '../../server/storage/statement.ts'

/** More than are sorted, so that the index is followed. */
const MANY = 2310
const PAGE = 700

const byPrice = (a: PricedCard, b: PricedCard) =>
  a.current_price_paise - b.current_price_paise || (a.product_id < b.product_id ? -1 : 1)

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

  test('lists many products by price, each once, and goes a bounded way at a time for what few of them have', async () => {
    const { storeId, categoryId, productIds } = await crowdedCategory(running.app.world, 1, MANY, 'Lights')
    await rowsOf(db(), (sql) =>
      sql.updateTable('products').set({ is_active: 0 }).where('id', '=', productIds[0]!),
    )
    const [word] = searched('brass')
    const lists: Array<[Asked, number]> = [
      [[everything], MANY - 1],
      [[inCategory(categoryId)], MANY - 1],
      [[word!], MANY / 7],
      [[word!, inCategory(categoryId)], MANY / 7],
      [[...(searched('light') as [Heading]), word!], MANY / 7],
    ]
    for (const [asked, count] of lists) {
      const listed = await pages(storeId, asked, 'low')
      assert.ok(Math.abs(listed.length - count) <= 1, JSON.stringify(asked))
      assert.deepEqual(listed, listed.toSorted(byPrice))
      assert.equal(new Set(listed.map(({ product_id }) => product_id)).size, listed.length)
      assert.deepEqual(await pages(storeId, asked, 'high'), listed.toReversed())
    }

    const rising = await pages(storeId, [everything], 'low')
    const [middle, dearest] = [rising.slice(1000, 1001), rising.slice(-3)]
    const left = [...middle, ...dearest].map(({ product_id }) => product_id)
    // The rows stay as many, so that the lists are taken for long ones, but lead to nothing.
    await rowsOf(db(), (sql) =>
      sql
        .updateTable('shelf')
        .set({ place: 1 })
        .where('store_id', '=', storeId)
        .where('heading', '=', `category ${categoryId}`)
        .where('product_id', 'not in', left),
    )
    await rowsOf(db(), (sql) =>
      sql
        .updateTable('products')
        .set({ categories: '[]' })
        .where('store_id', '=', storeId)
        .where('id', 'not in', left),
    )
    for (const asked of [inCategory(categoryId), ...searched('light')]) {
      const ask = (after?: PricePlace) => listByPrice(db(), storeId, [asked], { order: 'low', after }, PAGE)
      const { cards, stoppedAt } = await ask()
      assert.deepEqual(cards, middle)
      assert.ok(stoppedAt)
      assert.deepEqual(await ask(stoppedAt), { cards: dearest, stoppedAt: undefined })
    }
  })
}, WITHOUT_WORKERS)
