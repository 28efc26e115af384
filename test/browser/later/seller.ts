import { randomUUID } from 'node:crypto'
import { newOwner } from '../../../harness/shops/dashboard.ts'
import { startSellerWindow } from '../../help/browser/seller-window.ts'

type Owner = Awaited<ReturnType<typeof newOwner>>

/** A signed-in seller with a store full of lamps. */
export async function startLaterSeller() {
  const clock = { aheadMs: 0 }
  const window = await startSellerWindow({ now: () => Date.now() + clock.aheadMs })
  const owner = await newOwner(window.app, 'Lamps of Jaipur')
  const products = await stockShelf(owner)
  window.page.on('dialog', (asked) => void asked.accept())
  await window.enterWith(owner.browser.cookie)
  /** `products` has the newest first, like the lists. */
  return { ...window, clock, owner, store: owner.store, products }
}

export type LaterSeller = Awaited<ReturnType<typeof startLaterSeller>>

/** A step gets the seller as an argument, because steps are declared before the seller exists. */
export type Step = (claim: string, act: (seller: LaterSeller) => Promise<unknown>) => unknown

/** Makes sixty products, enough for a second page, and a description that a spreadsheet would run as a formula. */
async function stockShelf({ ask, store }: Owner): Promise<{ id: string; name: string }[]> {
  await ask('addCategory', { store, name: 'Lamps' })
  const titles = ['name', 'price', 'description', 'stock', 'categories']
  const rows = Array.from({ length: 60 }, (_, i) => [`Lamp ${i + 1}`, '100', '=1+1', '9', 'Lamps'])
  await ask('importProducts', { store, import_id: randomUUID(), first_row: 1, titles, rows })
  return (await ask('listProducts', { store, limit: 100 })).items
}
