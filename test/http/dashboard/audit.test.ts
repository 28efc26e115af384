import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AUDIT_ACTIONS, type AuditAction } from '../../../contract/dashboard/audit.ts'
import { aProduct, type TestApp } from '../../../harness/app/app.ts'
import { openOnEachEngine, WITHOUT_WORKERS } from '../../../harness/app/on-each-engine.ts'
import {
  join,
  letterTo,
  newOwner,
  newPerson,
  PASSWORD,
  type Somebody,
} from '../../../harness/shops/dashboard.ts'
import { base64, plain } from '../../../harness/shops/pictures.ts'
import { placeTestOrder } from '../../../server/actions/orders/place-test-order.ts'
import { DAY_MS, MINUTE_MS } from '../../../server/rules/values/durations.ts'
import { isoTime } from '../../../server/rules/values/iso-time.ts'
import { notePaymentProblem } from '../../../server/storage/payments/payment-problems.ts'
import { insertRefundTask } from '../../../server/storage/payments/refund-tasks.ts'
import { rowsOf } from '../../../server/storage/statement.ts'

/** Without workers, because a customer cannot be erased while something about them is being sent. */
const SETTINGS = {
  ...WITHOUT_WORKERS,
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  SMTP_URL: 'smtp://127.0.0.1:9',
}
const URL_OF_NOBODY = 'https://127.0.0.1:9/haat'

type Done = readonly [action: AuditAction, subject: string, detail: string, who: Somebody]
/** Performs an action and states its expected line in the audit log. */
type Step = (line: Done, work: () => Promise<unknown>) => Promise<void>

openOnEachEngine('the audit log', (open) => {
  test('records each action of a member with its subject, its detail and its author', async () => {
    const app = await open(SETTINGS)
    const owner = await newPerson(app)
    const expected: Done[] = []
    const step: Step = async (line, work) => {
      app.clock.advance(61_000)
      await work()
      expected.push(line)
    }
    const { store_id: store } = await owner.ask('createStore', { name: ' Lamps ' })
    expected.push(['store.created', 'Lamps', '', owner])
    await changeShelf(app, owner, store, step)
    await changeSettings(app, owner, store, step)
    await changeMoney(app, owner, store, step)
    await changeWebhooks(app, owner, store, step)
    await changeTeam(app, owner, store, step)

    const { items } = await owner.ask('listAudit', { store, limit: 100 })
    assert.deepEqual(
      items.toReversed().map(({ action, subject, detail, actor, actor_email }) => {
        return [action, subject, detail, `${actor} ${actor_email}`]
      }),
      expected.map(([action, subject, detail, { name, email }]) => {
        return [action, subject, detail, `${name} ${email}`]
      }),
    )
    assert.deepEqual(new Set(items.map(({ action }) => action)), new Set(AUDIT_ACTIONS))
  })

  test('is paged, and read only from the manager upwards', async () => {
    const app = await open(SETTINGS)
    const { ask, store } = await newOwner(app)
    for (let n = 0; n < 4; n++) {
      app.clock.advance(1)
      await ask('addCategory', { store, name: `Category ${n}` })
    }
    const first = await ask('listAudit', { store, limit: 3 })
    const rest = await ask('listAudit', { store, limit: 3, after: first.next! })
    assert.deepEqual(
      [...first.items, ...rest.items].map(({ subject }) => subject),
      ['Category 3', 'Category 2', 'Category 1', 'Category 0', 'Lamps of Jaipur'],
    )
    assert.equal(rest.next, null)
    const person = await newPerson(app)
    const asked = async () => (await person.call('listAudit', { store })).status
    assert.equal(await asked(), 404)
    await join(app, store, person, 'staff')
    assert.equal(await asked(), 403)
    await ask('changeRole', { store, person: person.id, role: 'manager' })
    assert.equal(await asked(), 200)
  })

  test('has no line for an action that changed nothing', async () => {
    const app = await open(SETTINGS)
    const { ask, call, store, id: person } = await newOwner(app)
    const { webhook_id: webhook } = await ask('addWebhook', { store, url: URL_OF_NOBODY })
    const { category_id: category } = await ask('addCategory', { store, name: 'Lamps' })
    await ask('switchWebhook', { store, webhook, enabled: false })
    await ask('switchWebhook', { store, webhook, enabled: true })
    const before = await ask('listAudit', { store })

    await ask('switchWebhook', { store, webhook, enabled: true })
    assert.equal((await call('replayDelivery', { store, webhook, sequence: '7' })).status, 400)
    await ask('renameCategory', { store, category, name: 'Lamps' })
    await ask('changeRole', { store, person, role: 'owner' })
    await ask('changeSettings', { store, name: 'Lamps of Jaipur' })
    await ask('changeLogo', { store, primary_image: null })
    await ask('removeRazorpay', { store })
    const file = { titles: ['name', 'price'], rows: [['Lamp', 'dear']], import_id: app.world.newId() }
    assert.equal((await ask('importProducts', { store, first_row: 2, ...file })).refused.length, 1)
    assert.deepEqual(await ask('listAudit', { store }), before)
  })

  test('has a line for each of two members who import parts of one file', async () => {
    const app = await open(SETTINGS)
    const [owner, guest] = [await newOwner(app), await newPerson(app)]
    const { store } = owner
    await join(app, store, guest, 'manager')
    const file = {
      titles: ['name', 'price', 'description', 'stock'],
      rows: [['Lamp', '1', 'It shines', '1']],
    }
    const part = { store, import_id: app.world.newId(), rows_in_all: 2, ...file }
    await owner.ask('importProducts', { ...part, first_row: 1 })
    await guest.ask('importProducts', { ...part, first_row: 2 })
    const { items } = await owner.ask('listAudit', { store })
    const importers = items.flatMap(({ action, actor_email }) =>
      action === 'products.imported' ? actor_email : [],
    )
    assert.deepEqual(importers.sort(), [owner.email, guest.email].sort())
  })

  test('has another line for an import that goes on an hour later, so that no change hides under an old line', async () => {
    const app = await open(SETTINGS)
    const { ask, store } = await newOwner(app)
    const { product_id: product } = await ask('createProduct', { store, ...aProduct() })
    const titles = ['id', 'name', 'price']
    const part = { store, import_id: app.world.newId(), first_row: 1, titles }
    const importAt = (price: string) =>
      ask('importProducts', { ...part, rows: [[product, 'Lamp', price]] }).then(() => app.clock.now())
    const times = [await importAt('900')]
    app.clock.advance(30 * MINUTE_MS)
    await importAt('800')
    app.clock.advance(3 * DAY_MS)
    times.push(await importAt('1'))
    await importAt('2')
    const { items } = await ask('listAudit', { store })
    const imports = items.flatMap(({ action, at }) => (action === 'products.imported' ? at : []))
    assert.deepEqual(imports, times.map(isoTime).reverse())
  })

  test('has the changes of both members who change an order at once', async () => {
    const app = await open(SETTINGS)
    const { ask, call, store } = await newOwner(app)
    const { product_id: product } = await ask('createProduct', { store, ...aProduct() })
    const { order_id: order } = await placeTestOrder(app.world, {
      storeId: store,
      productId: product,
      given: {},
    })
    await Promise.all(
      (['processing', 'cancelled'] as const).map((status) =>
        call('changeOrderStatus', { store, order, status }),
      ),
    )
    const { items } = await ask('listAudit', { store })
    const steps = items.filter(({ action }) => action === 'order.status_changed').map(({ detail }) => detail)
    const chain = ['started → processing', 'processing → cancelled']
    assert.deepEqual(steps.sort(), steps.length === 1 ? ['started → cancelled'] : chain.sort())
  })
})

/** Changes products, categories, and an order. */
async function changeShelf(app: TestApp, owner: Somebody, store: string, step: Step) {
  const { ask } = owner
  const made = { category: '', product: '' }
  await step(['category.added', 'Lamp', '', owner], async () => {
    made.category = (await ask('addCategory', { store, name: 'Lamp' })).category_id
  })
  await step(['category.renamed', 'Lamp', 'Lights', owner], () =>
    ask('renameCategory', { store, category: made.category, name: 'Lights' }),
  )
  await step(['category.deleted', 'Lights', '', owner], () =>
    ask('deleteCategory', { store, category: made.category }),
  )
  await step(['product.created', 'Brass lamp', '', owner], async () => {
    made.product = (await ask('createProduct', { store, ...aProduct() })).product_id
  })
  await step(['product.edited', 'Brass lamp', 'price, stock', owner], () =>
    ask('editProduct', { store, product: made.product, price: 10, stock: 3 }),
  )
  await step(['products.exported', 'products.csv', '', owner], () => ask('exportProducts', { store }))
  const file = { titles: ['name', 'price', 'description', 'stock'], rows: [['Lamp', '1', 'It shines', '1']] }
  await step(['products.imported', 'a file of 2 rows', '', owner], async () => {
    const parts = { store, import_id: app.world.newId(), rows_in_all: 2, ...file }
    for (const first_row of [1, 2]) await ask('importProducts', { ...parts, first_row })
  })

  const wished = { storeId: store, productId: made.product, given: {} }
  const { order_id: order } = await placeTestOrder(app.world, wished)
  const orderName = '#1001 · Brass lamp'
  await rowsOf(app.world.db, (sql) =>
    sql.updateTable('mails').set({ status: 'sent', sent_at: 1 }).where('order_id', '=', order),
  )
  await step(['orders.exported', 'orders.csv', '', owner], () => ask('exportOrders', { store }))
  await step(['order.mail_resent', orderName, 'started', owner], () =>
    ask('resendMail', { store, order, mail: 'started' }),
  )
  const there = { name: 'Meera', number: '9820012345', line1: '4B Marine Heights', line2: '' }
  const town = { pincode: '682031', city: 'Kochi', state: 'Kerala' }
  await step(['order.address_changed', orderName, '', owner], () =>
    ask('changeDelivery', { store, order, ...there, ...town }),
  )
  await step(['order.status_changed', orderName, 'started → cancelled', owner], () =>
    ask('changeOrderStatus', { store, order, status: 'cancelled' }),
  )
  await step(['order.customer_erased', orderName, '', owner], () => ask('eraseCustomer', { store, order }))
  await step(['product.deleted', 'Brass lamp', '', owner], () =>
    ask('deleteProduct', { store, product: made.product }),
  )
}

async function changeSettings(app: TestApp, owner: Somebody, store: string, step: Step) {
  const changes = { name: 'Lights', contact_phone: '+91 98765 43210', sender_name: '' }
  const manager = await newPerson(app, 'Meera')
  await step(['key.generated', 'API key', '', owner], () => owner.ask('generateKey', { store }))
  await step(['member.invited', manager.email, 'manager', owner], () =>
    owner.ask('invite', { store, email: manager.email, role: 'manager' }),
  )
  await step(['member.joined', manager.email, 'manager', manager], async () =>
    manager.ask('acceptInvitation', { token: (await letterTo(app, manager.email))!.token }),
  )
  await step(['store.settings_changed', 'name, contact_phone', '', manager], () =>
    manager.ask('changeSettings', { store, ...changes }),
  )
  const picture = base64(await plain({ width: 12, height: 12 }).webp().toBuffer())
  await step(['store.settings_changed', 'logo', '', manager], () =>
    manager.ask('changeLogo', { store, primary_image: picture }),
  )
  const { slug } = await manager.ask('readSettings', { store })
  await step(['store.settings_changed', 'slug', '', manager], () =>
    manager.ask('changeSettings', { store, slug: `${slug}-2` }),
  )
  await step(['store.address_let_go', slug, '', manager], () =>
    manager.ask('letAddressGo', { store, address: slug }),
  )
  await step(['policy.saved', 'terms', '', manager], () =>
    manager.ask('savePolicy', { store, kind: 'terms', text: 'The law of India holds.' }),
  )
  await step(['policy.removed', 'terms', '', manager], () =>
    manager.ask('savePolicy', { store, kind: 'terms', text: '' }),
  )
  await step(['member.left', manager.email, 'manager', manager], () => manager.ask('leaveStore', { store }))
}

async function changeMoney({ world }: TestApp, owner: Somebody, store: string, step: Step) {
  const { ask } = owner
  const keys = { key_id: 'rzp_test_abcdefgh', key_secret: 'very-secret-1', webhook_secret: 'very-secret-2' }
  await step(['payments.changed', 'Razorpay', keys.key_id, owner], () =>
    ask('setRazorpay', { store, ...keys }),
  )
  await step(['payments.changed', 'Test payments', '', owner], () => ask('removeRazorpay', { store }))
  const payment = world.newId()
  const at = world.now()
  const task = { store_id: store, payment_id: payment, reason: 'test', created_at: at, done_at: null }
  await insertRefundTask(world.db, { ...task, amount_paise: 12_345_650 })
  await step(['refund.done', payment, '₹1,23,456.50', owner], () => ask('finishRefund', { store, payment }))
  const problem = { gateway: 'razorpay', reference: 'order_1', reason: 'Paid in USD instead of INR' }
  await notePaymentProblem(world.db, { store_id: store, ...problem, payment_id: payment, at })
  await step(['payment_problem.done', problem.reference, problem.reason, owner], () =>
    ask('finishPaymentProblem', { store, ...problem }),
  )
}

/** Runs after the order's steps, so that no delivery of the order is pending. */
async function changeWebhooks({ world }: TestApp, owner: Somebody, store: string, step: Step) {
  const { ask } = owner
  const url = URL_OF_NOBODY
  const made = { webhook: '' }
  const of = () => ({ store, webhook: made.webhook })
  await step(['webhook.added', url, '', owner], async () => {
    made.webhook = (await ask('addWebhook', { store, url })).webhook_id
  })
  await step(['webhook.secret_shown', url, '', owner], () => ask('revealWebhookSecret', of()))
  await step(['webhook.rotated', url, '', owner], () => ask('rotateWebhookSecret', of()))
  for (const route of ['testWebhook', 'diagnoseWebhook'] as const)
    await step(['webhook.tested', url, '', owner], () => ask(route, of()))
  await step(['webhook.replayed', url, 'event 1', owner], () =>
    ask('replayDelivery', { ...of(), sequence: '1' }),
  )
  const [from, to] = ['2020-01-01T00:00:00Z', new Date(world.now()).toISOString()]
  await ask('replayRange', { ...of(), from, to, count_only: true })
  await step(['webhook.replayed', url, `${from} – ${to}`, owner], () =>
    ask('replayRange', { ...of(), from, to }),
  )
  for (const enabled of [false, true])
    await step([enabled ? 'webhook.enabled' : 'webhook.disabled', url, '', owner], () =>
      ask('switchWebhook', { ...of(), enabled }),
    )
  await step(['webhook.removed', url, '', owner], () => ask('removeWebhook', of()))
}

async function changeTeam(app: TestApp, owner: Somebody, store: string, step: Step) {
  const { ask } = owner
  const guest = await newPerson(app, 'Ravi')
  await step(['member.invited', guest.email, 'owner', owner], () =>
    ask('invite', { store, email: guest.email.toUpperCase(), role: 'owner' }),
  )
  await step(['member.joined', guest.email, 'owner', guest], async () =>
    guest.ask('acceptInvitation', { token: (await letterTo(app, guest.email))!.token }),
  )
  const invited = { id: '', email: 'friend@example.com' }
  await step(['member.invited', invited.email, 'staff', guest], async () => {
    invited.id = (await guest.ask('invite', { store, email: invited.email, role: 'staff' })).id
  })
  await step(['invitation.withdrawn', invited.email, '', owner], () =>
    ask('withdrawInvitation', { store, invitation: invited.id }),
  )
  await step(['member.role_changed', guest.email, 'owner → staff', owner], () =>
    ask('changeRole', { store, person: guest.id, role: 'staff' }),
  )
  const email = `new-${guest.email}`
  await step(['member.email_changed', `${guest.email} → ${email}`, '', guest], async () => {
    await guest.ask('askEmailChange', { email, current_password: PASSWORD })
    await guest.ask('confirmEmailChange', { token: (await letterTo(app, email))!.token })
  })
  await step(['member.removed', email, 'staff', owner], () =>
    ask('removeMember', { store, person: guest.id }),
  )
}
