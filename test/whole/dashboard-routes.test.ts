import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Refusal } from '../../contract/dashboard/errors.ts'
import type { Access, Role, Route } from '../../contract/dashboard/route.ts'
import { ROUTES, type RouteName } from '../../contract/dashboard.ts'
import { aProduct, type TestApp } from '../../harness/app/app.ts'
import { openOnEachEngine } from '../../harness/app/on-each-engine.ts'
import {
  join,
  newDashboardClient,
  newOwner,
  newPerson,
  requestOf,
  type Somebody,
} from '../../harness/shops/dashboard.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { placeTestOrder } from '../../server/actions/orders/place-test-order.ts'
import { insertRefundTask } from '../../server/storage/payments/refund-tasks.ts'

const NAMES = Object.keys(ROUTES) as RouteName[]
const RANK: Record<Access, number> = { anyone: 0, person: 1, staff: 2, manager: 3, owner: 4 }

/**
 * The routes by the least role that may call them. An owner may do everything; a manager everything but members, keys,
 * payments, erasing customers and deleting the store; staff orders and products, including what a product's form and
 * the frame around every page need.
 */
const LEAST: Record<Access, readonly RouteName[]> = {
  anyone: [
    ...(['session', 'signUp', 'confirmSignUp', 'signIn', 'signOut', 'askReset', 'resetPassword'] as const),
    'readInvitation',
  ],
  person: [
    ...(['signOutEverywhere', 'changePassword', 'changeName', 'listSessions', 'endSession'] as const),
    ...(['askEmailChange', 'confirmEmailChange'] as const),
    ...(['startSecondFactor', 'confirmSecondFactor', 'removeSecondFactor'] as const),
    ...(['acceptInvitation', 'createStore'] as const),
  ],
  staff: [
    ...(['listOrders', 'readOrder', 'changeOrderStatus', 'resendMail'] as const),
    ...(['moveOrders', 'readSlips', 'changeDelivery', 'changeProducts'] as const),
    ...(['listProducts', 'readProduct', 'createProduct', 'editProduct', 'deleteProduct'] as const),
    ...(['exportProducts', 'importProducts', 'listCategories'] as const),
    ...(['overview', 'readSettings', 'listPolicies', 'readPolicy', 'leaveStore'] as const),
  ],
  manager: [
    ...(['addCategory', 'renameCategory', 'deleteCategory', 'changeSettings', 'changeLogo'] as const),
    ...(['savePolicy', 'listFormerAddresses', 'letAddressGo'] as const),
    ...(['listWebhooks', 'addWebhook', 'removeWebhook', 'switchWebhook', 'revealWebhookSecret'] as const),
    ...(['rotateWebhookSecret', 'testWebhook', 'diagnoseWebhook', 'listDeliveries', 'readDelivery'] as const),
    ...(['replayDelivery', 'replayRange', 'readUse', 'listAudit', 'exportOrders'] as const),
  ],
  owner: [
    ...(['readTeam', 'invite', 'withdrawInvitation', 'changeRole', 'removeMember'] as const),
    ...(['readKey', 'generateKey', 'readDeletion', 'deleteStore'] as const),
    ...(['readPayments', 'setRazorpay', 'removeRazorpay', 'listRefunds', 'finishRefund'] as const),
    ...(['listPaymentProblems', 'finishPaymentProblem', 'eraseCustomer'] as const),
  ],
}

/** Lets a webhook point at this machine, where nothing listens. */
const LOOPBACK = { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' }

type Caller = { name: string; rank: number; isMember: boolean; person?: Somebody; role?: Role }

/** The refusal for a caller of this rank; undefined when the caller may pass. */
function refusalFor(access: Access, { rank, isMember }: Caller): string | undefined {
  if (rank >= RANK[access]) return undefined
  if (rank === 0) return GUARDS.signed_out
  return isMember ? GUARDS.not_allowed : GUARDS.store_not_found
}

const GUARDS = {
  signed_out: 'Sign in to continue',
  not_allowed: 'Your role in this store does not allow this',
  store_not_found: 'Store not found',
}

test('each dashboard route has the least role that is documented for it', () => {
  const accesses = Object.keys(LEAST) as Access[]
  const open = accesses.map((access) => [
    access,
    NAMES.filter((name) => ROUTES[name].access === access).sort(),
  ])
  assert.deepEqual(
    open,
    accesses.map((access) => [access, LEAST[access].toSorted()]),
  )
})

openOnEachEngine('the whole route table of the dashboard', (open) => {
  test('lets in the roles that it names, and nobody else', async () => {
    const app = await open(LOOPBACK)
    const { store } = await newOwner(app)
    const outsider = await newOwner(app, 'Another store')
    const people = await Promise.all([1, 2, 3].map(() => newPerson(app)))
    const callers: Caller[] = [
      { name: 'nobody', rank: 0, isMember: false },
      { name: "another store's owner", rank: 1, isMember: false, person: outsider },
      { name: 'staff', rank: 2, isMember: true, person: people[0]!, role: 'staff' },
      { name: 'manager', rank: 3, isMember: true, person: people[1]!, role: 'manager' },
      { name: 'owner', rank: 4, isMember: true, person: people[2]!, role: 'owner' },
    ]
    for (const name of NAMES) {
      const route: Route = ROUTES[name]
      for (const caller of callers) {
        app.clock.advance(61_000)
        const browser = await freshBrowser(app, store, caller)
        const { method, path } = requestOf(route, idsFor(route, store))
        const response = await browser.send(method, path, route.body && {})
        const text = response.text
        const { code = '', error }: Partial<Refusal> = text.startsWith('{') ? JSON.parse(text) : {}
        const expected = refusalFor(route.access, caller)
        const said = code in GUARDS ? error : undefined
        assert.equal(said, expected, `${name} by ${caller.name}: ${response.status} ${text.slice(0, 200)}`)
        assert.ok(response.status < 500, `${name} by ${caller.name}: ${response.status} ${text}`)
        assert.equal(response.headers.get('cache-control'), 'no-store', name)
      }
    }
  })

  test('refuses requests of other sites, and changes that are not JSON', async () => {
    const app = await open(LOOPBACK)
    const { store, browser } = await newOwner(app)
    for (const name of NAMES) {
      const route: Route = ROUTES[name]
      const { method, path } = requestOf(route, idsFor(route, store))
      const body = route.body && {}
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site', origin: app.url },
      ]) {
        const response = await browser.send(method, path, body, headers)
        const { error } = JSON.parse(response.text) as Refusal
        assert.deepEqual([response.status, error], [403, 'This request came from another site'], name)
      }
      if (!route.body || route.access === 'anyone') continue
      const form = await browser.send(method, path, {}, { 'content-type': 'text/plain' })
      const { error } = JSON.parse(form.text) as Refusal
      assert.deepEqual([form.status, error], [400, 'Content-Type must be application/json'], name)
    }
    const old = newDashboardClient(app)
    const { method, path } = requestOf(ROUTES.signOut, {})
    for (const [origin, status] of [
      ['https://evil.example', 403],
      ['null', 403],
      [app.url.replace('http:', 'https:'), 403],
      [app.url, 200],
    ] as const) {
      const response = await fetch(app.url + path, {
        method,
        headers: { origin, 'content-type': 'application/json', cookie: old.cookie },
        body: '{}',
      })
      assert.equal(response.status, status, origin)
    }
  })

  test('never reaches objects of another store by their ids', async () => {
    const app = await open(LOOPBACK)
    const theirs = await newOwner(app, 'Theirs')
    const mine = await newOwner(app, 'Mine')
    const ids = await thingsOf(app, theirs)
    const before = JSON.stringify(await snapshot(theirs))
    for (const name of NAMES) {
      const route: Route = ROUTES[name]
      const inner = [...route.path.matchAll(/:(\w+)/g)]
        .map(([, each]) => each!)
        .filter((each) => !OF_EVERY_STORE.includes(each))
      if (inner.length === 0) continue
      app.clock.advance(61_000)
      const input = { ...VALID_BODIES[name], ...ids, store: mine.store }
      const { method, path, body } = requestOf(route, input)
      const response = await mine.send(method, path, body)
      const text = response.text
      const isRefused =
        response.status === 404 || (response.status === 400 && /no (such|webhook)/i.test(text))
      assert.ok(isRefused, `${name}: ${response.status} ${text}`)
    }
    assert.equal(JSON.stringify(await snapshot(theirs)), before)
  })
})

/** Bodies that would do something if the guards let them. */
const VALID_BODIES: Partial<Record<RouteName, Record<string, unknown>>> = {
  editProduct: { name: 'Stolen lamp' },
  renameCategory: { name: 'Stolen' },
  changeOrderStatus: { status: 'cancelled' },
  changeDelivery: {
    ...{ name: 'Thief', number: '9876543210', line1: '1 Den', line2: '' },
    ...{ pincode: '560001', city: 'Bengaluru', state: 'Karnataka' },
  },
  resendMail: { mail: 'started' },
  changeRole: { role: 'staff' },
  switchWebhook: { enabled: false },
  replayRange: { from: '2020-01-01T00:00:00Z', to: '2040-01-01T00:00:00Z' },
}

async function freshBrowser(app: TestApp, store: string, { person, role }: Caller) {
  const browser = newDashboardClient(app)
  if (!person) return browser
  if (role) await join(app, store, person, role)
  const token = await app.world.db.transaction((tx) =>
    openSession(tx, app.world, person.id, { userAgent: 'test' }),
  )
  browser.cookie = `haat_session=${token}`
  return browser
}

const NO_IDS = { sequence: '1', kind: 'terms' }

/** Path parameters that name nothing specific to one store. */
const OF_EVERY_STORE = ['store', 'kind']

const idsFor = (route: Route, store: string): Record<string, unknown> => ({
  ...Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, randomUUID()])),
  ...NO_IDS,
  store,
})

type Owner = Awaited<ReturnType<typeof newOwner>>

async function thingsOf(app: TestApp, { ask, store, id }: Owner) {
  const { product_id: product } = await ask('createProduct', { store, ...aProduct() })
  const { category_id: category } = await ask('addCategory', { store, name: 'Lamps' })
  const { webhook_id: webhook } = await ask('addWebhook', { store, url: 'https://127.0.0.1:9/haat' })
  const { id: invitation } = await ask('invite', { store, email: 'guest@example.com', role: 'staff' })
  const { order_id: order } = await placeTestOrder(app.world, {
    storeId: store,
    productId: product,
    given: {},
  })
  const payment = randomUUID()
  await insertRefundTask(app.world.db, {
    store_id: store,
    payment_id: payment,
    amount_paise: 100,
    reason: 'test',
    created_at: app.world.now(),
    done_at: null,
  })
  return { product, category, webhook, invitation, order, payment, person: id, sequence: '1' }
}

async function snapshot({ ask, store }: Owner) {
  const { order, next } = await ask('readOrder', {
    store,
    order: (await ask('listOrders', { store })).items[0]!.id,
  })
  return [
    order,
    next,
    (await ask('listProducts', { store })).items,
    await ask('listCategories', { store }),
    (await ask('listWebhooks', { store })).webhooks.map(({ id, enabled }) => [id, enabled]),
    await ask('readTeam', { store }),
    (await ask('overview', { store, days: 7, offset: 0 })).refunds_due,
    (await ask('listAudit', { store })).items,
  ]
}
