import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Client } from 'pg'
import { newSeller, startTestApp } from '../../harness/app/app.ts'
import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { orderIn } from '../../harness/shops/orders.ts'
import { SCHEMA_FILES } from '../../scripts/dump-schema.ts'
import { knownMigrations } from '../../server/storage/migrate.ts'

/** Tables that belong to no store, with the reason. In a distributed database every node would have them. */
const OF_NO_STORE: Record<string, string> = {
  stores: 'its id is the store_id of all others',
  people: 'one person is a member of many stores',
  sessions: 'of a person',
  recovery_codes: 'of a person',
  mail_links: 'of a person, or of an address that is not one yet',
  letters: 'mails to people, many of them before there is a store',
  rate_windows: 'its subject is a store or an address, and it is forgotten within minutes',
  migrations: 'of the database',
  service_facts: 'of the database',
}

/** Indexes that are unique over all stores, because requests find their store by them. See docs/scaling.md. */
const FINDS_THE_STORE = new Set([
  'api_keys (key_hash)',
  'former_addresses (slug)',
  'invitations (token_hash)',
  'payments (token)',
])

interface Table {
  name: string
  lines: string[]
  indexes: string[]
}

const tables: Table[] = [
  ...readFileSync(SCHEMA_FILES.postgres, 'utf8').matchAll(
    /^create (?:unlogged )?table (\w+) \(\n(.*?)\n\);\n((?:CREATE [^\n]*\n)*)/gms,
  ),
].map(([, name, lines, indexes]) => ({
  name: name!,
  lines: lines!.split(',\n').map((line) => line.trim()),
  indexes: indexes!.split('\n').filter(Boolean),
}))

const isOfStore = ({ name }: Table) => !(name in OF_NO_STORE)
const isForeignKey = (line: string) => line.startsWith('FOREIGN KEY')
const isLocal = (name: string, rule: string) => {
  const [, columns = ''] = /(?:UNIQUE|PRIMARY KEY|USING btree) \(([^)]*)\)/.exec(rule) ?? []
  return columns.startsWith('store_id') || FINDS_THE_STORE.has(`${name} (${columns})`)
}

test('every table has store_id first in its key, or is listed with a reason', () => {
  assert.ok(tables.length > 25)
  for (const table of tables) {
    const { name, lines } = table
    assert.equal(lines.includes('store_id text not null'), isOfStore(table), name)
    if (isOfStore(table)) {
      assert.ok(
        lines.some((line) => line.startsWith('PRIMARY KEY (store_id')),
        `${name}: its key does not begin with store_id`,
      )
    }
  }
})

test('every unique constraint and foreign key begins with store_id', () => {
  for (const { name, lines, indexes } of tables.filter(isOfStore)) {
    const unique = [...lines, ...indexes].filter((rule) => /^UNIQUE|^CREATE UNIQUE/.test(rule))
    assert.deepEqual(
      unique.filter((rule) => !isLocal(name, rule)),
      [],
      name,
    )
    const across = lines.filter(
      (line) =>
        isForeignKey(line) && !/^FOREIGN KEY \(store_id/.test(line) && !/REFERENCES people/.test(line),
    )
    assert.deepEqual(across, [], name)
  }
})

test('the service runs on tables that store_id distributes', { skip: skipWithout.postgres }, async () => {
  await using database = await postgresDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(distributed())
  await client.end()

  await using app = await startTestApp({ DATABASE_URL: database.url })
  const seller = await newSeller(app)
  const { product, order } = await orderIn(app, seller, 'delivered', { stock: 3 })
  assert.equal((await seller.call('GET', `/api/orders/${order}`)).body.status, 'delivered')
  assert.equal((await seller.call('PUT', `/api/products/${product}/edit`, { stock: 9 })).status, 200)
  assert.equal((await seller.call('GET', `/api/products/${product}`)).body.stock, 9)
  assert.equal((await seller.call('DELETE', `/api/products/${product}`)).status, 200)
})

/** The same schema with each table in three partitions by store. */
function distributed(): string {
  const created = tables.map((table) => {
    const { name, lines } = table
    const own = lines.filter((line) => !isForeignKey(line))
    if (!isOfStore(table)) return `create table ${name} (${own});`
    const kept = own.filter((line) => !/^UNIQUE \((key_hash|token_hash|slug)\)/.test(line))
    const parts = [0, 1, 2].map(
      (n) => `create table ${name}_${n} partition of ${name} for values with (modulus 3, remainder ${n});`,
    )
    return `create table ${name} (${kept}) partition by hash (store_id);${parts.join('')}`
  })
  const indexes = tables.flatMap((table) =>
    table.indexes.map((rule) =>
      isLocal(table.name, rule) && /\(token\)/.test(rule) ? rule.replace('UNIQUE ', '') : rule,
    ),
  )
  const references = tables.flatMap(({ name, lines }) =>
    lines.filter(isForeignKey).map((line) => `alter table ${name} add ${line};`),
  )
  const migrations = knownMigrations('postgres').map(
    (name) => `insert into migrations values ('${name}', 0, 0);`,
  )
  return [...created, ...indexes, ...references, ...migrations].join('\n')
}
