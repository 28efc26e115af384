import type { SettableStatus } from '#contract/order-status.ts'
import { POLICY_KINDS } from '#contract/policies.ts'
import { changeOrderStatus } from '../../server/actions/orders/change-order-status.ts'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { createProduct } from '../../server/actions/products/create-product.ts'
import { createStore } from '../../server/actions/stores/create-store.ts'
import { savePolicy } from '../../server/actions/stores/save-policy.ts'
import { checkImage } from '../../server/images/check-image.ts'
import type { PurchaseInput } from '../../server/rules/checkout/purchase.ts'
import { CheckedUpload } from '../../server/rules/images/image-fields.ts'
import { checkNewProduct } from '../../server/rules/products/product-fields.ts'
import { updateStore } from '../../server/storage/stores/stores.ts'
import type { World } from '../../server/world.ts'
import { drawPicture } from './draw-picture.ts'
import { BUSINESS, POLICIES } from './policies.ts'
import { CATEGORIES, type DemoProduct, PRODUCTS } from './products.ts'

interface DemoStore {
  store_id: string
  api_key: string
  slug: string
  /** The ids of the products by name. */
  product_ids: Record<string, string>
  /** The id of one order in each status. */
  order_ids: { started: string; processing: string; dispatched: string; delivered: string }
}

interface How {
  /** Advances the clock between the steps. */
  pass?: (hours: number) => void
  /** How an order is placed and paid. */
  place?: typeof placeTestOrder
}

/** A store to look at: a dozen products with pictures, policies, and orders on their way. */
export async function makeDemoStore(
  world: World,
  { pass = () => {}, place = placeTestOrder }: How = {},
): Promise<DemoStore> {
  const store = await createStore(world, { name: 'Neem & Brass', categories: CATEGORIES })
  await updateStore(world.db, store.store_id, BUSINESS)
  for (const kind of POLICY_KINDS)
    await savePolicy(world, { storeId: store.store_id, kind, text: POLICIES[kind] })
  const product_ids: Record<string, string> = {}
  for (const product of PRODUCTS) {
    product_ids[String(product.fields.name)] = await addProduct(world, store.store_id, product)
  }
  const buy = async (name: string, given: Partial<PurchaseInput>) => {
    pass(5)
    const productId = product_ids[name]!
    return (await place(world, { storeId: store.store_id, productId, given })).order_id
  }
  const started = await buy('Andhra mango pickle', { variation: '500 g', quantity: '2', ...CUSTOMERS.meera })
  const processing = await buy('Ajrakh dupatta', CUSTOMERS.farhan)
  const dispatched = await buy('Brass diya lamp', { variation: 'Pair', ...CUSTOMERS.meera })
  const delivered = await buy('Handloom cotton kurta', { size: 'M', color: 'Indigo', ...CUSTOMERS.asha })

  const ways = [
    [processing, 'processing'],
    [dispatched, 'processing', 'dispatched'],
    [delivered, 'processing', 'dispatched', 'delivered'],
  ] as const
  for (const [orderId, ...statuses] of ways) {
    for (const status of statuses) {
      pass(17)
      await moveOrder(world, { storeId: store.store_id, orderId, status })
    }
  }
  return { ...store, product_ids, order_ids: { started, processing, dispatched, delivered } }
}

const moveOrder = (world: World, change: { storeId: string; orderId: string; status: SettableStatus }) =>
  changeOrderStatus(world, {
    ...change,
    ...(change.status === 'dispatched' && { trackingUrl: 'https://www.indiapost.gov.in/track' }),
    source: 'system',
    actor: 'demo',
  })

async function addProduct(world: World, storeId: string, product: DemoProduct): Promise<string> {
  const { drawing, palette, views = 1, fields } = product
  const uploads: CheckedUpload[] = []
  for (let turn = 0; turn < views; turn++) {
    const checked = await checkImage(await drawPicture(drawing, palette, turn), storeId)
    if ('problem' in checked) throw new Error(`The drawing of ${drawing} is no image`)
    uploads.push(new CheckedUpload(checked.image))
  }
  const [primary_image, ...images] = uploads
  const checked = checkNewProduct({ ...fields, primary_image, images })
  if ('problem' in checked) throw new Error(`${fields.name}: ${checked.problem}`)
  const { answer } = await createProduct(world, { storeId, input: checked.value })
  return answer.product_id
}

const CUSTOMERS = {
  asha: {
    name: 'Asha Rao',
    email: 'asha.rao@example.com',
    phone: '9876543210',
    line1: '12 Church Street',
    line2: 'Ashok Nagar',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
  },
  meera: {
    name: 'Meera Nair',
    email: 'meera.nair@example.com',
    phone: '9812345670',
    line1: '4B Marine Heights, Shanmugham Road',
    city: 'Kochi',
    state: 'Kerala',
    pincode: '682031',
    special_instructions: 'A gift: please leave out the bill.',
  },
  farhan: {
    name: 'Farhan Qureshi',
    email: 'farhan.q@example.com',
    phone: '9900112233',
    line1: '88 Hazratganj',
    city: 'Lucknow',
    state: 'Uttar Pradesh',
    pincode: '226001',
  },
} satisfies Record<string, Partial<PurchaseInput>>
