import type { RazorpayKeys } from '../../payments/razorpay-gateway.ts'
import { modeOf, razorpayKeysProblem } from '../../rules/payments/razorpay-keys.ts'
import type { SealedRazorpayKeys } from '../../storage/payments/payment-rows.ts'
import {
  deleteRazorpayKeys,
  putRazorpayKeys,
  retireRazorpayKeys,
} from '../../storage/payments/razorpay-keys.ts'
import { holdStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import type { Note } from '../note.ts'
import { noSuchStore, Refused } from '../refused.ts'

/**
 * From now on the store collects through Razorpay. The secrets are sealed and never shown again. Payments that began
 * under other keys are settled with those.
 */
export async function setRazorpayKeys(
  { db, vault, now }: World,
  storeId: string,
  keys: RazorpayKeys,
  note?: Note<void>,
): Promise<void> {
  const problem = razorpayKeysProblem(keys)
  if (problem) throw new Refused(problem.sentence)
  const { keyId, keySecret, webhookSecret } = keys
  const sealed = vault.seal(JSON.stringify({ storeId, keyId, keySecret, webhookSecret }))
  await db.transaction(async (tx) => {
    // The caller has asked Razorpay about the keys first, which takes seconds. Without the lock, keys that another
    // request sets meanwhile would be replaced without being retired.
    if (!(await holdStore(tx, storeId))) throw noSuchStore()
    await retireRazorpayKeys(tx, storeId, now())
    await putRazorpayKeys(tx, { store_id: storeId, key_id: keyId, sealed, created_at: now() })
    await note?.(tx)
  })
}

/**
 * Goes back to the test gateway. Payments that Razorpay is still collecting are settled with the keys under which they
 * began.
 */
export const removeRazorpayKeys = ({ db, now }: World, storeId: string, note?: Note<void>): Promise<void> =>
  db.transaction(async (tx) => {
    await holdStore(tx, storeId)
    await retireRazorpayKeys(tx, storeId, now())
    if (await deleteRazorpayKeys(tx, storeId)) await note?.(tx)
  })

/** The sealed text contains the store's id, so that a row copied to another store opens nothing there. */
export function openKeys({ vault }: World, { store_id, key_id, sealed }: SealedRazorpayKeys): RazorpayKeys {
  const { storeId, ...keys }: RazorpayKeys & { storeId: string } = JSON.parse(vault.open(sealed))
  if (storeId !== store_id || keys.keyId !== key_id || !modeOf(key_id)) {
    throw new Error('The Razorpay keys were sealed for another store')
  }
  return keys
}
