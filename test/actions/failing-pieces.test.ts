import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { crowdedCategory } from '../../harness/shops/crowded-category.ts'
import { renameCategory } from '../../server/actions/categories/change-category.ts'
import { PRODUCTS_AT_ONCE } from '../../server/actions/categories/rewrite-category.ts'
import { doPieces } from '../../server/workers/long-work.ts'

test('long work that fails delays no other, and each distinct failure is reported once', async () => {
  await using app = await startTestApp({ HAAT_ROLE: 'web' })
  const { world } = app
  for (const [n, flaw] of ['first flaw', 'first flaw', 'second flaw', ''].entries()) {
    const products = PRODUCTS_AT_ONCE * 2 + 1
    const { storeId, categoryId } = await crowdedCategory(world, n, products, 'Lamps')
    await renameCategory(world, { storeId, categoryId, name: 'Lights' })
    if (!flaw) continue
    await world.db.migrating((run) =>
      run(`create trigger flaw_${n} before update on products when old.store_id = '${storeId}'
        begin select raise(abort, '${flaw}'); end`),
    )
  }
  assert.equal(await doPieces(world), true)
  await assert.rejects(doPieces(world), ({ message }: Error) => {
    assert.deepEqual(message.split('; ').toSorted(), ['first flaw', 'second flaw'])
    return true
  })
})
