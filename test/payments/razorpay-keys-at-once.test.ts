import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSeller } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newAccount } from '../../harness/servers/razorpay-server.ts'
import { removeRazorpayKeys, setRazorpayKeys } from '../../server/actions/payments/razorpay-keys.ts'
import { findRazorpayKeys, listFormerRazorpayKeys } from '../../server/storage/payments/razorpay-keys.ts'

onEachEngine((running) => {
  test('all keys set during simultaneous changes are kept, in use or as former keys', async () => {
    const { app } = running
    const { world } = app
    const { store_id: storeId } = await newSeller(app)
    const accounts = Array.from({ length: 6 }, () => newAccount())
    await setRazorpayKeys(world, storeId, accounts[0]!)
    await Promise.all([
      ...accounts.slice(1).map((account) => setRazorpayKeys(world, storeId, account)),
      removeRazorpayKeys(world, storeId),
    ])
    const present = await findRazorpayKeys(world.db, storeId)
    const former = await listFormerRazorpayKeys(world.db, storeId, 0)
    const kept = [...(present ? [present] : []), ...former].map(({ key_id }) => key_id)
    assert.deepEqual(kept.sort(), accounts.map(({ keyId }) => keyId).sort())
  })
})
