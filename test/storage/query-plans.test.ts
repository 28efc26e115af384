import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { TO_PREPARE_STATUSES } from '../../contract/dashboard/orders.ts'
import { startTestApp, type TestApp } from '../../harness/app/app.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { queueEveryEvent } from '../../harness/shops/backlog.ts'
import { seedStore } from '../../server/actions/stores/seed-store.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { forgetEndedInvitations } from '../../server/storage/accounts/invitations.ts'
import { forgetEndedMailLinks } from '../../server/storage/accounts/mail-links.ts'
import { forgetEndedSessions } from '../../server/storage/accounts/sessions.ts'
import { bringForward, WAITING_KINDS } from '../../server/storage/bring-forward.ts'
import { listChangingCategories } from '../../server/storage/categories/category-changes.ts'
import { listProductIdsIn, lockProductsIn } from '../../server/storage/categories/category-products.ts'
import type { Prepared, Queries } from '../../server/storage/engine.ts'
import { forgetIdempotencyKeys } from '../../server/storage/idempotency-keys.ts'
import { dropImageUses } from '../../server/storage/images/images.ts'
import { listUnusedImages } from '../../server/storage/images/unused-images.ts'
import { knownImages } from '../../server/storage/images/used-images.ts'
import { removeLetters } from '../../server/storage/mails/erased-mails.ts'
import { claimLetters, forgetOldLetters, giveUpEndedLetters } from '../../server/storage/mails/letters.ts'
import { claimMails } from '../../server/storage/mails/mails.ts'
import { giveUpLate, hasDue, listFailures } from '../../server/storage/mails/outbox.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { listReplaced } from '../../server/storage/orders/erased-orders.ts'
import { countOrdersIn } from '../../server/storage/orders/order-counts.ts'
import { listOrders } from '../../server/storage/orders/order-list.ts'
import {
  findOrderNumber,
  findOrderNumbered,
  listOrderNumbers,
} from '../../server/storage/orders/order-numbers.ts'
import { countOrdersByDay } from '../../server/storage/orders/order-sums.ts'
import { listAttemptsOf } from '../../server/storage/orders/order-trail.ts'
import { listOrdersUnder } from '../../server/storage/orders/order-words.ts'
import { findOrderOfKey, findOrderWithLinesOfKey } from '../../server/storage/orders/orders.ts'
import { endOverlongHolds } from '../../server/storage/orders/overlong-holds.ts'
import { forgetWhoNeverPaid } from '../../server/storage/orders/unpaid-checkouts.ts'
import { countOpenProblems, listPaymentProblems } from '../../server/storage/payments/payment-problem-list.ts'
import { findPaymentByToken } from '../../server/storage/payments/payments.ts'
import { claimPaymentsToAsk } from '../../server/storage/payments/payments-to-ask.ts'
import { listRefunds, sumRefundsDue } from '../../server/storage/payments/refund-list.ts'
import { oweRefund } from '../../server/storage/payments/refund-tasks.ts'
import { followByHeadings, sortByHeadings } from '../../server/storage/products/by-price/by-headings.ts'
import { headingsMeant } from '../../server/storage/products/by-price/headings-meant.ts'
import { listByPrice } from '../../server/storage/products/by-price/list-by-price.ts'
import { findProductJsonOfKey } from '../../server/storage/products/product-json.ts'
import {
  listAllProducts,
  listLowStock,
  listProductsLow,
  listProductsOnSale,
  listWholeProducts,
} from '../../server/storage/products/product-list.ts'
import { countOnShelf, listShelf, searchShelf } from '../../server/storage/products/shelf-list.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'
import { forgetApiUse } from '../../server/storage/stores/api-use.ts'
import { findFormerHolder, listFormerAddresses } from '../../server/storage/stores/former-addresses.ts'
import {
  lastPaymentBegun,
  lastReservationEnd,
  listDeletedStores,
} from '../../server/storage/stores/store-deletion.ts'
import { listDeliveries } from '../../server/storage/webhooks/deliveries.ts'
import { forgetOldAttempts } from '../../server/storage/webhooks/delivery-attempts.ts'
import { PATIENT_LANE, QUICK_LANE } from '../../server/storage/webhooks/delivery-lane.ts'
import { claimDue, findDueUrls, hasWaitingDeliveries } from '../../server/storage/webhooks/due-deliveries.ts'
import { listEventsAfter } from '../../server/storage/webhooks/events.ts'
import { listFailingWebhooks } from '../../server/storage/webhooks/failing-webhooks.ts'
import { listGivingUp } from '../../server/storage/webhooks/given-up-webhooks.ts'
import { countReplay } from '../../server/storage/webhooks/replays.ts'
import { listFailingSince } from '../../server/storage/webhooks/webhooks.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ HAAT_ROLE: 'web' })
})
after(() => app[Symbol.asyncDispose]())

/** SQLite's query plan for each query that `work` runs. */
async function plansOf(work: (db: Queries) => unknown): Promise<string[]> {
  const { db } = app.world
  const asked: { query: Prepared; values: readonly unknown[] }[] = []
  const noted = (query: Prepared, values: readonly unknown[]) => {
    asked.push({ query, values })
    return db.rows(query, values)
  }
  await work({
    dialect: db.dialect,
    rows: noted,
    first: async (query, values) => (await noted(query, values))[0],
    write: async (query, values) => void (await noted(query, values)),
  })
  assert.notEqual(asked.length, 0)
  using sqlite = new DatabaseSync(join(app.folder, 'haat.db'))
  return asked.map(({ query, values }) => {
    const steps = sqlite.prepare(`explain query plan ${query.sql}`).all(...(values as SQLInputValue[]))
    return steps.map(({ detail }) => detail).join('; ')
  })
}

const LAST_SEEN = { heading: 'word lamp', place: 1, product_id: 'p' }
const SEEN_PRICE = { current_price_paise: 100, product_id: 'p' }
const FROM_THEN = { store_id: 's', webhook_id: 'w', reached_at: 1, reached_sequence: 0 }

const QUESTIONS: Record<string, (db: Queries) => unknown> = {
  'whether deliveries are due': (db) => findDueUrls(db, { lane: QUICK_LANE, now: 1 }, () => 1),
  'which deliveries are due': (db) =>
    claimDue(db, { lane: QUICK_LANE, now: 1, lease: 2, urls: new Map([['a', 1]]) }),
  'deliveries of a store': (db) => listDeliveries(db, 's', { limit: 10 }),
  'delivery attempts of an order': (db) => listAttemptsOf(db, 's', 'evt_1'),
  'deliveries to a URL': (db) => listDeliveries(db, 's', { limit: 10, webhookId: 'w' }),
  'events after a number': (db) => listEventsAfter(db, 's', 5, 10),
  'events of a time range': (db) => countReplay(db, { ...FROM_THEN, to_at: 2, undelivered: 0 }, 1),
  'removed URLs with rows left': (db) => listGivingUp(db),
  'whether anything waits for a URL': (db) => hasWaitingDeliveries(db, 'w'),
  'URLs that have failed for long': (db) =>
    listFailingSince(db, { since: 1, waitsUntil: 2, testedAfter: 1, limit: 20 }),
  'whether mails are due': (db) => hasDue(db, 'mails', 1),
  'which mails are due': (db) => claimMails(db, 1, 2, 10),
  'whether letters are due': (db) => hasDue(db, 'letters', 1),
  'which letters are due': (db) => claimLetters(db, 1, 2),
  'letters whose links have ended': (db) => giveUpEndedLetters(db, 1, ''),
  'mails and letters long overdue': (db) => giveUpLate(db, 1, ''),
  'recent failures to send': (db) => listFailures(db, 1),
  'the store that had an address': (db) => findFormerHolder(db, 'a'),
  'the addresses that a store had': (db) => listFormerAddresses(db, 's'),
  'an order by its id and key': (db) => findOrderOfKey(db, 'k', 'i'),
  'an order by its id and key, to be moved': (db) => findOrderWithLinesOfKey(db, 'k', 'i'),
  'a product by its id and key': (db) => findProductJsonOfKey(db, 'k', 'i'),
  'orders of a status': (db) => listOrders(db, 's', { statuses: ['started'] }, { at: 1, id: 'i' }, 10),
  'orders of two statuses': (db) =>
    listOrders(db, 's', { statuses: TO_PREPARE_STATUSES }, { at: 1, id: 'i' }, 10),
  'how many orders of two statuses': (db) => countOrdersIn(db, 's', TO_PREPARE_STATUSES),
  'the refund of a cancelled order': (db) => oweRefund(db, 's', 'c', 1),
  'orders of a day': (db) => listOrders(db, 's', { from: 1, to: 2 }, undefined, 10),
  'orders with a word': (db) => listOrdersUnder(db, 's', 'w', { word: 'w', place: 1, order_id: 'o' }, 10),
  'the order with a number': (db) => findOrderNumbered(db, 's', 1012),
  'the number of an order': (db) => findOrderNumber(db, { store_id: 's', id: 'o' }),
  'the numbers of orders': (db) => listOrderNumbers(db, 's', ['o', 'p']),
  'orders by day': (db) => countOrdersByDay(db, { storeId: 's', since: 0, until: 2, offsetMs: 0 }),
  'categories whose products are to be changed': (db) => listChangingCategories(db),
  'products of a category': (db) => listProductIdsIn(db, 's', 'c', 'p', 10),
  'products of a category, to be changed': (db) => lockProductsIn(db, 's', 'c', { after: 'p', upTo: 'q' }),
  'deleted stores with rows left': (db) => listDeletedStores(db),
  'products on sale': (db) => listProductsOnSale(db, 's', undefined, 10),
  'products on sale, next page': (db) => listProductsOnSale(db, 's', { at: 1, id: 'i' }, 10),
  'all products': (db) => listAllProducts(db, 's', undefined, 10),
  'all products, next page': (db) => listAllProducts(db, 's', { at: 1, id: 'i' }, 10),
  'products low in stock': (db) => listProductsLow(db, 's', 5, undefined, 10),
  'products out of stock, next page': (db) => listProductsLow(db, 's', 0, { stock: 0, id: 'i' }, 10),
  'products under a heading': (db) => listShelf(db, 's', { exactly: 'all' }, LAST_SEEN, 10),
  'products with a word': (db) => listShelf(db, 's', { startsWith: 'word lam' }, LAST_SEEN, 10),
  'how many products have a word': (db) => countOnShelf(db, 's', { startsWith: 'word lam' }, 500),
  'products by price': (db) => listByPrice(db, 's', [{ exactly: 'all' }], { order: 'low' }, 10),
  'products by price, next page': (db) =>
    listByPrice(db, 's', [{ exactly: 'all' }], { order: 'high', after: SEEN_PRICE }, 10),
  'products for a file': (db) => listWholeProducts(db, 's', ['i', 'j']),
  'URLs that fail': (db) => listFailingWebhooks(db, 's'),
  'checkouts never paid': (db) => forgetWhoNeverPaid(db, 1, 1),
  'reservations that last too long': (db) => endOverlongHolds(db, 1, 2),
  'open payment problems': (db) => listPaymentProblems(db, 's', 'due', { at: 1, id: 'i' }, 9),
  'the number of open payment problems': (db) => countOpenProblems(db, 's'),
  'refunds to make': (db) => listRefunds(db, 's', 'due', { at: 1, id: 'i' }, 9),
  'payments to query': (db) => claimPaymentsToAsk(db, 1, 2, 10),
  'work that awaits a retry': async (db) => {
    for (const what of WAITING_KINDS) await bringForward(db, what, { now: 1, beyond: 2 })
  },
  'letters of an erased customer': (db) => removeLetters(db, 's', { about: ['i', 'j'], ids: ['k'] }),
  'letters to be deleted': (db) => forgetOldLetters(db, 1),
  'links to be deleted': (db) => forgetEndedMailLinks(db, 1),
  'invitations to be deleted': (db) => forgetEndedInvitations(db, 1),
  'Idempotency-Keys to be deleted': (db) => forgetIdempotencyKeys(db, 1),
  'API uses to be deleted': (db) => forgetApiUse(db, 1),
  'delivery attempts to be deleted': (db) => forgetOldAttempts(db, 1),
  'sessions to be deleted': (db) => forgetEndedSessions(db, 1),
  'a payment by its token': (db) => findPaymentByToken(db, 't'),
}

/** Full scans. Allowed are scans of constants and of subqueries, which yield a page at most. */
const WHOLE = /SCAN (?!CONSTANT|page|some)/

for (const [name, ask] of Object.entries(QUESTIONS)) {
  test(`${name}: no full table scan`, async () => {
    for (const plan of await plansOf(ask)) assert.doesNotMatch(plan, WHOLE)
  })
}

test('no statistics are collected, as those of a small database would mislead a grown one', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'haat.db')
  {
    await using opened = new SqliteEngine(path)
    await migrate(opened, Date.now)
  }
  using sqlite = new DatabaseSync(path)
  assert.deepEqual(sqlite.prepare("select name from sqlite_schema where name like 'sqlite_stat%'").all(), [])
})

test('all products: one page of active and one of hidden products are read', async () => {
  const [plan] = await plansOf(QUESTIONS['all products, next page']!)
  const searches = plan!.match(/SEARCH shelf [^;]*/g)
  const along = 'SEARCH shelf USING PRIMARY KEY (store_id=? AND heading=? AND (place,product_id)>(?,?))'
  assert.deepEqual(searches, [along, along])
  assert.doesNotMatch(plan!, /SEARCH shelf [^;]*; USE TEMP B-TREE/)
})

const IN_ORDER = [
  ...['orders of a status', 'orders of a day', 'orders with a word'],
  ...['products on sale', 'products on sale, next page'],
  ...['products low in stock', 'products out of stock, next page', 'products for a file'],
  ...['products under a heading', 'products with a word'],
  ...['products by price', 'products by price, next page'],
]

for (const name of IN_ORDER) {
  test(`${name}: an index yields them in page order`, async () => {
    for (const plan of await plansOf(QUESTIONS[name]!)) assert.doesNotMatch(plan, /TEMP B-TREE/)
  })
}

test('orders of two statuses: an index yields each in page order, and only a page of each is sorted', async () => {
  const [plan] = await plansOf(QUESTIONS['orders of two statuses']!)
  const each =
    /SEARCH orders USING INDEX orders_by_status \(store_id=\? AND status=\? AND \(created_at,id\)</g
  assert.equal(plan!.match(each)?.length, 2, plan!)
})

test('letters of an erased customer: only those of the store are read', async () => {
  const [plan] = await plansOf(QUESTIONS['letters of an erased customer']!)
  assert.match(plan!, /SEARCH letters USING INDEX letters_about_store \(about_store=\?\)/)
})

test('URLs that fail: their missed events are counted by an index of their own', async () => {
  const [plan] = await plansOf(QUESTIONS['URLs that fail']!)
  assert.match(plan!, /USING COVERING INDEX deliveries_failed \(store_id=\? AND webhook_id=\?\)/)
})

test('whether a store may be deleted: old sales are not read', async () => {
  const [held] = await plansOf((db) => lastReservationEnd(db, 's', 1))
  assert.match(held!, /^SEARCH checkouts USING INDEX checkouts_abandoned \(expires_at>\?\)$/)
  const [begun] = await plansOf((db) => lastPaymentBegun(db, 's', 1))
  const ways = begun!.match(/SEARCH payments USING .*?\)/g)
  const unsettled = 'SEARCH payments USING INDEX payments_unsettled'
  assert.deepEqual(ways, [
    `${unsettled} (store_id=? AND ask_at>?)`,
    `${unsettled} (store_id=? AND ask_at=? AND created_at>?)`,
  ])
})

test('the deliveries of a status are found by an index of their own', async () => {
  for (const status of ['pending', 'failed'] as const) {
    const [plan] = await plansOf((db) => listDeliveries(db, 's', { limit: 10, status }))
    assert.match(plan!, new RegExp(`SEARCH deliveries USING INDEX deliveries_newest_${status} `))
  }
  const { store_id } = await seedStore(app.world, 0, 1, 1)
  const ofUrl = { limit: 10, webhookId: 'w' }
  const [, waiting] = await plansOf((db) => listDeliveries(db, store_id, { ...ofUrl, status: 'pending' }))
  const stretch = 'sequence>\\? AND sequence<\\?'
  assert.match(waiting!, new RegExp(`INDEX deliveries_newest_pending \\(store_id=\\? AND ${stretch}`))
  const [, delivered] = await plansOf((db) =>
    listDeliveries(db, store_id, { limit: 10, status: 'delivered' }),
  )
  assert.match(delivered!, new RegExp(`INDEX deliveries_by_event \\(store_id=\\? AND ${stretch}`))
  const [failed] = await plansOf((db) =>
    listDeliveries(db, 's', { limit: 10, webhookId: 'w', status: 'failed' }),
  )
  assert.match(failed!, /SEARCH deliveries USING INDEX deliveries_failed \(store_id=\? AND webhook_id=\?\)/)
})

test('delivery attempts of an order are found by their whole key, however many a store has', async () => {
  const [plan] = await plansOf(QUESTIONS['delivery attempts of an order']!)
  assert.match(plan!, /SEARCH delivery_attempts .*\(store_id=\? AND webhook_id=\? AND sequence=\?\)/)
})

const LISTS: Record<string, [index: string, (db: Queries) => unknown]> = {
  'active products low in stock': ['products_low_offered', (db) => listLowStock(db, 's', 8)],
  'refunds that were made': ['refund_tasks_by_age', (db) => listRefunds(db, 's', 'done', undefined, 9)],
  'refunds to make, summed up': ['refund_tasks_due', (db) => sumRefundsDue(db, 's')],
  'resolved payment problems': [
    'payment_problems_by_age',
    (db) => listPaymentProblems(db, 's', 'done', undefined, 9),
  ],
}

for (const [name, [index, ask]] of Object.entries(LISTS)) {
  test(`${name}: found by an index of their own, without sorting`, async () => {
    const [plan] = await plansOf(ask)
    assert.match(plan!, new RegExp(`SEARCH \\w+ USING INDEX ${index} `))
    assert.doesNotMatch(plan!, /TEMP B-TREE FOR ORDER BY/)
  })
}

test('each kind of work that awaits a retry is found by its due time', async () => {
  const plans = await plansOf(QUESTIONS['work that awaits a retry']!)
  assert.equal(plans.length, 5)
  for (const plan of plans) {
    assert.match(
      plan,
      /^SEARCH \w+ USING (PRIMARY KEY|(COVERING )?INDEX sqlite_autoindex_\w+) .*; LIST SUBQUERY/,
    )
    assert.match(plan, /SEARCH \w+ USING (COVERING )?INDEX \w+ \((lane=\? AND )?(due|ask)_at>\?\)/)
    assert.doesNotMatch(plan, /TEMP B-TREE/)
  }
})

test('events of the same time have an order, so that each batch of a replay starts where the last ended', async () => {
  const [plan] = await plansOf(QUESTIONS['events of a time range']!)
  assert.match(
    plan!,
    /events_by_age \(store_id=\? AND \(created_at,sequence\)>\(\?,\?\) AND created_at<\?\)$/,
  )
})

test('the pictures of a product or an order are found by their owner', async () => {
  const owner = { kind: 'order', id: 'o' } as const
  for (const plan of await plansOf((db) => dropImageUses(db, 's', owner, 1)))
    assert.match(plan, /image_uses_by_owner \(store_id=\? AND owner_kind=\? AND owner_id=\?\)/)
})

test('earlier checkouts of a form are found by the form, however often its product was bought', async () => {
  const [plan] = await plansOf((db) => listReplaced(db, { store_id: 's', product_id: 'p', attempt: 'a' }))
  assert.match(plan!, /checkouts_by_former_attempt \(store_id=\? AND product_id=\? AND former_attempt=\?\)/)
})

test('the use of a picture is looked up in products first, however many checkouts have shown it', async () => {
  const unused = { touchedBefore: 1, endedBefore: 1 }
  const [plan] = await plansOf((db) => listUnusedImages(db, unused).next())
  const uses = /SEARCH image_uses USING COVERING INDEX \w+ \(store_id=\? AND hash=\? AND owner_kind[<>=]\?\)/g
  assert.equal(plan!.match(uses)?.length, 3, plan!)
})

test('pictures that have a row: each is looked up once, and not its hash in every store', async () => {
  const images = ['a', 'b', 'c'].map((hash) => ({ store_id: `store of ${hash}`, hash }))
  const [plan] = await plansOf((db) => knownImages(db, images))
  assert.match(
    plan!,
    /^SEARCH images .*\(store_id=\? AND hash=\?\); LIST SUBQUERY \d+; SCAN 3-ROW VALUES CLAUSE$/,
  )
})

test('few products of a word or a category are sorted, without a scan of all prices', async () => {
  const [category, words] = [['category c'], ['word lamp', 'word lamps']]
  for (const sets of [[category], [words], [category, words]]) {
    for (const after of [undefined, SEEN_PRICE]) {
      const [plan] = await plansOf((db) => sortByHeadings(db, 's', sets, { order: 'low', after }, 10))
      assert.match(plan!, /SEARCH products USING INDEX sqlite_autoindex_products_1 \(store_id=\? AND id=\?\)/)
      assert.doesNotMatch(plan!, /products_by_price|SCAN (?!page)/)
    }
  }
})

test('many products of a word are found by a scan of prices that stops once the page is full', async () => {
  const sets = [['word lamp', 'word lamps']] as const
  const further = { order: 'low', after: SEEN_PRICE } as const
  const [plan] = await plansOf((db) => followByHeadings(db, 's', sets, further, 10))
  assert.match(plan!, /CO-ROUTINE products; SEARCH products USING INDEX products_by_price/)
  // Only the rows of the page are sorted.
  const shown = 'SCAN page LEFT-JOIN; SEARCH products USING INDEX sqlite_autoindex_products_1'
  assert.doesNotMatch(plan!.slice(0, plan!.indexOf(shown)), /TEMP B-TREE/)
})

test('the words that begin alike are found from one to the next', async () => {
  const [plan] = await plansOf((db) => headingsMeant(db, 's', { startsWith: 'word lam' }))
  const step = 'SEARCH shelf USING PRIMARY KEY \\(store_id=\\? AND heading>\\? AND heading<\\?\\)'
  assert.match(plan!, new RegExp(`${step}; RECURSIVE STEP; SCAN meant; .*${step}; SCAN meant$`))
})

test('a search goes on where it stopped, along the list of one word', async () => {
  const words = [{ startsWith: 'word lam' }, { startsWith: 'word cu' }] as const
  const after = { heading: 'word lamp', place: -1, product_id: 'p' }
  const plans = await plansOf((db) => searchShelf(db, 's', words, after, 25))
  for (const plan of plans) {
    assert.match(plan, /SEARCH shelf USING PRIMARY KEY \(store_id=\? AND \(heading,place,product_id\)>/)
    assert.doesNotMatch(plan, /SCAN (?!page)|TEMP B-TREE/)
  }
})

test('a search from before a word’s first match scans nothing else', async () => {
  const before = { heading: 'hidden word lamp', place: -1, product_id: 'p' }
  const [plan] = await plansOf((db) => listShelf(db, 's', { startsWith: 'word lam' }, before, 10))
  assert.match(plan!, /SEARCH shelf USING PRIMARY KEY \(store_id=\? AND heading>\? AND heading<\?\)/)
})

test('past the queue of a busy URL, each URL and its due deliveries are found by an index', async () => {
  const { store_id: storeId } = await seedStore(app.world, 0, 1, 300)
  const { webhook_id: webhookId } = await addWebhook(app.world, { storeId, url: 'https://example.com/hook' })
  await queueEveryEvent(app.world, { storeId, webhookId }, 1)
  const [oldest, all] = await plansOf((db) => findDueUrls(db, { lane: PATIENT_LANE, now: 1 }, () => 0))
  assert.match(oldest!, /COVERING INDEX deliveries_due /)
  assert.doesNotMatch(all!, /SEARCH deliveries (?!USING COVERING INDEX deliveries_due_by_url )/)
  assert.doesNotMatch(all!, /SCAN (?!urls|CONSTANT)/)
  const [due] = await plansOf((db) =>
    claimDue(db, { lane: PATIENT_LANE, now: 1, lease: 2, urls: new Map([[webhookId, 1]]) }),
  )
  assert.match(
    due!,
    /INDEX deliveries_due_by_url \(lane=\? AND \(webhook_id,due_at\)>.* AND \(webhook_id,due_at\)</,
  )
})
