import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SCHEMA_FILES } from '../../scripts/dump-schema.ts'

/**
 * The queries without a store, by file and table: their number and the reason. All other queries reach only the rows of
 * one store, through a key that begins with the store's id.
 */
const ACROSS_STORES: Record<string, [count: number, reason: string]> = {
  'accounts/invitations.ts invitations': [1, 'found by its token'],
  'accounts/members.ts members': [2, 'the stores of a person'],
  'categories/category-changes.ts categories': [1, 'work to go on with'],
  'database/sealed-sample.ts razorpay_keys': [1, 'any, to see whether the secret fits'],
  'database/sealed-sample.ts webhooks': [1, 'any, to see whether the secret fits'],
  'images/used-images.ts images': [1, 'pairs of store and hash'],
  'mails/mails.ts mails': [4, 'what is due; what is shown while no mail server is set'],
  'orders/order-words.ts orders': [1, 'work to go on with'],
  'orders/orders.ts orders': [2, 'found by its token; whether it is another store’s'],
  'orders/overlong-holds.ts checkouts': [2, 'after a clock was set back'],
  'orders/unpaid-checkouts.ts checkouts': [1, 'who never paid, in whatever store'],
  'payments/payments-to-ask.ts payments': [3, 'what is due'],
  'payments/payments.ts payments': [2, 'found by its token; the others say which, of each other'],
  'products/by-price/by-headings.ts products': [2, 'joined by isOnPage, which names it'],
  'queue-depth.ts deliveries': [1, 'what is due'],
  'stores/api-keys.ts api_keys': [1, 'found by its hash'],
  'stores/former-addresses.ts former_addresses': [2, 'found by the address'],
  'stores/store-attempts.ts members': [1, 'the stores of a person'],
  'stores/store-deletion.ts checkouts': [1, 'named in its filter'],
  'webhooks/due-deliveries.ts deliveries': [1, 'what is due'],
  'webhooks/given-up-webhooks.ts webhooks': [1, 'work to go on with'],
  'webhooks/replays.ts replays': [1, 'work to go on with'],
  'webhooks/webhooks.ts webhooks': [1, 'those that have failed for long'],
}

const ofStores = new Set(
  [
    ...readFileSync(SCHEMA_FILES.postgres, 'utf8').matchAll(
      /^create (?:unlogged )?table (\w+) \(\n(.*?)\n\);/gms,
    ),
  ].flatMap(([, name, lines]) => (lines!.includes('store_id text not null') ? [name!] : [])),
)

const QUERY = /\b(?:(?:selectFrom|updateTable|deleteFrom)|(?:inner|left)Join)\(\s*'(\w+)/g
const NAMES_THE_STORE =
  /\b(?:where|whereRef|on|onRef|refTuple)\(\s*'(?:\w+\.)?store_id'|Join\(\s*'[^']*',\s*'(?:\w+\.)?store_id'/

const endOfCall = (text: string, at: number): number => {
  let end = text.indexOf('(', at) + 1
  for (let open = 1; open > 0; end++) open += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
  return end
}

/** A query ends with the last call of its chain, a join with its own. */
function endOfQuery(text: string, start: number): number {
  let end = endOfCall(text, start)
  if (/^\w+Join/.test(text.slice(start))) return end
  while (/^\s*\.\$?\w+(<[^()]*?>)?\(/.test(text.slice(end))) end = endOfCall(text, end)
  return end
}

/** The tables with a store that a query reads without naming a store. */
function unnamedIn(text: string): string[] {
  return [...text.matchAll(QUERY)].flatMap(({ 1: table, index }) => {
    const query = text.slice(index, endOfQuery(text, index))
    return ofStores.has(table!) && !NAMES_THE_STORE.test(withoutInner(query)) ? [table!] : []
  })
}

/** Removes joins and subqueries: a store named there does not count for the outer query. */
function withoutInner(query: string): string {
  const [inner] = query.slice(1).matchAll(QUERY)
  if (!inner) return query
  const start = inner.index + 1
  return withoutInner(query.slice(0, start) + query.slice(endOfQuery(query, start)))
}

test('every query of a table with store_id names its store, or is listed with a reason', () => {
  assert.ok(ofStores.size > 20)
  const files = globSync('server/storage/**/*.ts').map((file) => file.replaceAll('\\', '/'))
  const found = files.flatMap((file) =>
    unnamedIn(readFileSync(file, 'utf8')).map((table) => `${file.replace('server/storage/', '')} ${table}`),
  )
  const counts = Object.entries(Object.groupBy(found, (key) => key)).map(([key, all]) => [key, all!.length])
  assert.deepEqual(
    Object.fromEntries(counts),
    Object.fromEntries(Object.entries(ACROSS_STORES).map(([key, [count]]) => [key, count])),
  )
})
