import assert from 'node:assert/strict'
import { settlePayment } from '../../server/actions/payments/settle-payment.ts'
import { findOrder } from '../../server/storage/orders/orders.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { aProduct, newSeller, type TestApp } from '../app/app.ts'
import { openPage, type PageAnswer } from './page.ts'

export const CUSTOMER = {
  quantity: '1',
  name: 'Asha Rao',
  email: 'asha.rao@example.com',
  phone: '98765 43210',
  line1: '12 Church Street',
  line2: '',
  pincode: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
  special_instructions: '',
}

type Fields = Record<string, string>

/** A store with one product, and the steps that a customer takes in it without a browser. */
export async function newShop(app: TestApp, product: object = {}, categories: string[] = []) {
  const seller = await newSeller(app, categories)
  const { status, body } = await seller.call('POST', '/api/products/create', aProduct(product))
  assert.equal(status, 201, JSON.stringify(body))
  const productId: string = body.product_id
  const path = `/s/${seller.slug}/p/${productId}`
  const storeId = seller.store_id

  async function openForm(query = '', headers: Fields = {}): Promise<PageAnswer & { hidden: Fields }> {
    const page = await openPage(app, `${path}/checkout${query}`, { headers })
    return { ...page, hidden: hiddenFields(page.html) }
  }
  const send = (fields: Fields, headers: Fields = {}) =>
    openPage(app, `${path}/checkout`, { method: 'POST', body: new URLSearchParams(fields), headers })
  const sendMultipart = (fields: Fields, files: Record<string, Uint8Array>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    for (const [name, bytes] of Object.entries(files)) {
      body.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'picture.png')
    }
    return openPage(app, `${path}/checkout`, { method: 'POST', body })
  }

  return {
    ...seller,
    productId,
    path,
    openForm,
    send,
    sendMultipart,
    checkouts: () =>
      rowsOf(app.world.db, (sql) =>
        sql.selectFrom('checkouts').selectAll().where('store_id', '=', storeId).orderBy('created_at'),
      ),
    /** Reports the store's newest payment as paid, as the gateway would. */
    async pay() {
      const [payment] = await rowsOf(app.world.db, (sql) =>
        sql.selectFrom('payments').selectAll().where('store_id', '=', storeId).orderBy('created_at', 'desc'),
      )
      const { gateway, reference, amount_paise: amountPaise } = payment!
      const settled = await settlePayment(app.world, { storeId, gateway, reference, amountPaise })
      assert.equal(settled.kind, 'ordered')
      return (await findOrder(app.world.db, storeId, settled.kind === 'ordered' ? settled.orderId : ''))!
    },
  }
}

export type Shop = Awaited<ReturnType<typeof newShop>>

export const hiddenFields = (html: string): Fields =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name!,
      value!.replaceAll('&amp;', '&'),
    ]),
  )
