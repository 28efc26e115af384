import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, WITHOUT_WORKERS } from '../../harness/app/on-each-engine.ts'
import { openShop } from '../../harness/shops/shop.ts'
import { insertImageUses, shareImages, touchImage, touchImages } from '../../server/storage/images/images.ts'
import { claimUnusedImage, deleteGoneImage } from '../../server/storage/images/unused-images.ts'
import { rowsOf } from '../../server/storage/statement.ts'

onEachEngine((running) => {
  test('only an image that is claimed, unused and untouched is deleted, and the uses of others stay', async () => {
    const { app, clock } = running
    const { db, now } = app.world
    const shop = await openShop(app)
    const { storeId } = shop
    const put = (...hashes: string[]) =>
      touchImages(
        db,
        hashes.map((hash) => ({ store_id: storeId, hash, extension: 'png', bytes: 1 })),
        now(),
      )
    await put('shown', 'of a checkout', 'of an old checkout', 'unused', 'put again')
    clock.advance(1)
    await put('touched')
    const started = await shop.reserve()
    assert.ok('checkout' in started)
    for (const [hash, kind, id] of [
      ['shown', 'product', shop.productId],
      ['of a checkout', 'checkout', started.checkout.id],
      ['of an old checkout', 'checkout', 'one that is forgotten'],
    ] as const)
      await insertImageUses(db, storeId, { kind, id }, [hash])

    const how = { touchedBefore: now(), endedBefore: now(), now: now(), until: now() + 60_000 }
    const claim = (hash: string) =>
      db.transaction((tx) => claimUnusedImage(tx, { store_id: storeId, hash }, how))
    for (const [hash, isFree] of [
      ['shown', false],
      ['of a checkout', false],
      ['of an old checkout', true],
      ['unused', true],
      ['put again', true],
      ['touched', false],
      ['unused', false],
    ] as const)
      assert.equal(await claim(hash), isFree, hash)
    const used = await rowsOf(db, (sql) =>
      sql.selectFrom('image_uses').select('hash').where('store_id', '=', storeId).orderBy('hash'),
    )
    assert.deepEqual(used, [{ hash: 'of a checkout' }, { hash: 'shown' }])

    const touch = (hash: string) => touchImage(db, storeId, hash, now())
    assert.deepEqual(await Promise.all(['touched', 'unused', 'unknown'].map(touch)), [true, false, false])
    const shared = await db.transaction((tx) => shareImages(tx, storeId, ['shown', 'unused', 'unknown']))
    assert.deepEqual([...shared.keys()], ['shown'])

    const remove = (hash: string) => deleteGoneImage(db, { store_id: storeId, hash }, how)
    await put('put again')
    assert.equal(await remove('put again'), false)
    assert.equal(await remove('of a checkout'), false, 'it was not claimed')
    assert.equal(await remove('unused'), true)
    const left = await rowsOf(db, (sql) =>
      sql
        .selectFrom('images')
        .select(['hash', 'going_until'])
        .where('store_id', '=', storeId)
        .orderBy('hash'),
    )
    assert.deepEqual(left, [
      { hash: 'of a checkout', going_until: 0 },
      { hash: 'of an old checkout', going_until: how.until },
      { hash: 'put again', going_until: 0 },
      { hash: 'shown', going_until: 0 },
      { hash: 'touched', going_until: 0 },
    ])
  })
}, WITHOUT_WORKERS)
