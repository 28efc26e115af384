import { changeOrderStatus } from '../../server/actions/change-order-status.ts'
import { placeTestOrder } from '../../server/actions/place-test-order.ts'
import { insertMember } from '../../server/storage/members.ts'
import type { TestApp } from '../../test/help/app.ts'
import { newPerson } from '../../test/help/dashboard.ts'
import { makeDemoStore } from '../demo-store.ts'

const DAY_MS = 86_400_000
const CUSTOMERS = [
  'Kavya Nair',
  'Imran Sheikh',
  'Ritu Malhotra',
  'Joseph D’Souza',
  'Ananya Ghosh',
  'Vikram Rathore',
]

/** The demo store after three months of trade, with a team, a webhook and a second, empty store. */
export async function busyStore(app: TestApp, hook: string, goBack: (ms: number) => void) {
  const { world } = app
  const owner = await newPerson(app, 'Asha Verma')
  const manager = await newPerson(app, 'Rohan Mehta')
  const staff = await newPerson(app, 'Fatima Khan')
  goBack(88 * DAY_MS)
  const demo = await makeDemoStore(world)
  const store = demo.store_id
  const join = (person: { id: string }, role: 'owner' | 'manager' | 'staff') =>
    insertMember(world.db, { store_id: store, person_id: person.id, role, since: world.now() })
  await join(owner, 'owner')
  await join(manager, 'manager')
  await join(staff, 'staff')
  goBack(0)
  const webhook = await owner.ask('addWebhook', { store, url: hook })

  await trade(app, demo, goBack)
  goBack(0)
  const cookie = owner.browser.cookie.split('=')[1]!
  const { link } = await owner.ask('invite', { store, email: 'meera@example.com', role: 'staff' })
  const second = await owner.ask('createStore', { name: 'Kalamkari Studio' })
  await owner.ask('addCategory', { store, name: 'Festival' })
  return {
    slug: demo.slug,
    newSlug: second.slug,
    cookie,
    invitation: link!,
    webhookId: webhook.webhook_id,
    orderId: demo.order_ids.dispatched,
    processingId: demo.order_ids.processing,
    productId: demo.product_ids['Handloom cotton kurta']!,
    importId: demo.product_ids['Jute market bag']!,
  }
}

/** A few orders on most days, more of them as the months go by, the older ones long delivered. */
async function trade(
  app: TestApp,
  demo: Awaited<ReturnType<typeof makeDemoStore>>,
  goBack: (ms: number) => void,
) {
  const storeId = demo.store_id
  const products = Object.values(demo.product_ids)
  let turn = 0
  for (let day = 85; day >= 0; day--) {
    const orders = (day * 7) % 3 === 0 ? 1 : day % 5 === 0 ? 0 : day < 30 ? 2 : 1
    for (let order = 0; order < orders; order++) {
      turn++
      goBack(day * DAY_MS + ((turn * 5) % 9) * 3_600_000)
      const name = CUSTOMERS[turn % CUSTOMERS.length]!
      const given = { name, email: `${name.split(' ')[0]!.toLowerCase()}@example.com` }
      const productId = products[(turn * 5) % products.length]!
      const { order_id: orderId } = await placeTestOrder(app.world, { storeId, productId, given }).catch(
        () => ({ order_id: '' }),
      )
      if (orderId) await move(app, storeId, orderId, day, turn)
    }
  }
}

async function move(app: TestApp, storeId: string, orderId: string, day: number, turn: number) {
  const road = turn % 13 === 0 ? ['cancelled'] : ['processing', 'dispatched', 'delivered']
  const steps = day > 6 ? road : day > 3 ? road.slice(0, 2) : day > 1 ? road.slice(0, 1) : []
  for (const status of steps as ('processing' | 'dispatched' | 'delivered' | 'cancelled')[]) {
    await changeOrderStatus(app.world, {
      storeId,
      orderId,
      status,
      source: 'dashboard',
      actor: 'Rohan Mehta',
    })
  }
}
