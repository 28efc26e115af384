import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { caller, newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { outcomeIn } from '../../harness/app/haat.ts'
import { newProduct } from '../../harness/shops/orders.ts'
import { allCommands, findCommand } from '../../server/cli/commands.ts'
import { helpFor, overview } from '../../server/cli/help.ts'
import { parseCommand } from '../../server/cli/parse.ts'
import { rowsOf } from '../../server/storage/statement.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app[Symbol.asyncDispose]())

// biome-ignore lint/suspicious/noExplicitAny: each test spells out the shape it expects.
const haat = (...args: string[]): Promise<any> => outcomeIn(app)(...args)

const isRefused = (args: string[], sentence: string) =>
  assert.rejects(haat(...args), (error: Error) => {
    assert.equal(error.message, sentence)
    return true
  })

const commands = await allCommands()
const NOBODY = '00000000-0000-4000-8000-000000000000'

test('an id may be written in capitals', async () => {
  const { store_id } = await newSeller(app)
  const store = ['--store', store_id.toUpperCase()]
  await haat('category', 'add', ...store, 'Lamps')
  assert.deepEqual((await haat('category', 'list', ...store)).json, { categories: ['Lamps'] })
  assert.match((await haat('key', 'generate', ...store)).json.api_key, /./)
  const { webhook_id } = (await haat('webhook', 'add', ...store, 'https://shop.example/haat')).json
  assert.equal((await haat('webhook', 'list', ...store)).json.webhooks.length, 1)
  const one = ['--webhook', webhook_id.toUpperCase()]
  assert.deepEqual((await haat('delivery', 'list', ...store, ...one)).json, { deliveries: [], next: null })
  await haat('webhook', 'replay', ...store, ...one, '--from', '2026-01-01')
  await haat('webhook', 'remove', ...store, webhook_id.toUpperCase())
})

test('only doctor and upgrade judge whether a service would start', () =>
  assert.deepEqual(
    commands.filter(({ judgesStart }) => judgesStart).map(({ name }) => name),
    ['doctor', 'upgrade'],
  ))

test('a date that does not exist is refused', () =>
  isRefused(
    ['webhook', 'replay', '--store', NOBODY, '--webhook', NOBODY, '--from', '2026-02-31'],
    '--from must be a time such as 2026-11-14T10:30:00Z, not "2026-02-31"',
  ))

describe('help', () => {
  test('lists every command of the operator', () => {
    const text = overview(commands)
    for (const name of [
      'store create',
      'key generate',
      'category add',
      'category list',
      'order place',
      'seed',
      'migrate',
    ]) {
      assert.match(text, new RegExp(`^  ${name} +\\S`, 'm'))
    }
  })

  for (const command of commands) {
    test(`of "${command.name}" names each of its options`, async () => {
      const text = helpFor(command)
      assert.ok(text.startsWith(command.summary))
      assert.ok(text.includes(`haat ${command.name}`))
      for (const [name, { help }] of Object.entries(command.options)) {
        assert.match(text, new RegExp(`--${name}\\b`))
        assert.ok(text.includes(help), name)
      }
      assert.equal(parseCommand(command, [...command.name.split(' '), '--help']).values.help, true)
      assert.equal(await findCommand(command.name.split(' ')), command)
    })
  }
})

describe('arguments', () => {
  test('that are missing, unknown or too many are reported', async () => {
    await isRefused(['store', 'create'], '"haat store create" needs --name NAME')
    await isRefused(['order', 'place'], '"haat order place" needs --store ID, --product ID')
    await isRefused(['category', 'add', '--store', NOBODY], '"haat category add" needs NAME')
    await isRefused(
      ['category', 'list', '--store', NOBODY, 'extra'],
      '"haat category list" does not know what to do with "extra"',
    )
    for (const rest of [[], ['--json']]) {
      await isRefused(
        ['store', 'create', '--name', ...rest],
        '--name needs a value. See "haat store create --help".',
      )
    }
    await assert.rejects(
      haat('store', 'create', '--nmae', 'x'),
      /Unknown option '--nmae'.* See "haat store create --help"/,
    )
  })

  test('that name no command find none', async () => {
    assert.equal(await findCommand(['store', 'destroy']), undefined)
    assert.equal(await findCommand([]), undefined)
  })
})

describe('store create', () => {
  test('returns the id and a working key, with the categories in order', async () => {
    const { json, text } = await haat(
      'store',
      'create',
      '--name',
      'Lamp shop',
      '--category',
      'B',
      '--category',
      'A',
    )
    assert.deepEqual(Object.keys(json), ['store_id', 'api_key'])
    assert.ok(text.includes(json.store_id) && text.includes(json.api_key))
    assert.equal((await caller(app.url, json.api_key)('GET', '/api/orders/x')).status, 404)
    const { json: list } = await haat('category', 'list', '--store', json.store_id)
    assert.deepEqual(list.categories.toSorted(), ['A', 'B'])
  })

  test('refuses an unreadable name or category', async () => {
    await isRefused(['store', 'create', '--name', ' '], 'The store name must not be empty')
    await isRefused(
      ['store', 'create', '--name', 'x'.repeat(81)],
      'The store name must be at most 80 characters',
    )
    await isRefused(['store', 'create', '--name', 'a\nb'], 'The store name contains invalid characters')
    await isRefused(
      ['store', 'create', '--name', 'a', '--category', ''],
      'The category name must not be empty',
    )
  })
})

describe('store list', () => {
  test('names every store by its id, oldest first, and none that was deleted', async () => {
    const create = async (name: string) => (await haat('store', 'create', '--name', name)).json.store_id
    const [first, gone, last] = [await create('Lamp shop'), await create('Gone'), await create('Tea shop')]
    const times = [1, 2, 3].map((minutes) => app.world.now() + minutes * 60_000)
    for (const [i, id] of [first, gone, last].entries()) await setStore(id, { created_at: times[i]! })
    await setStore(gone, { deleted_at: app.world.now() })
    const { json, text } = await haat('store', 'list')
    const [one, two] = json.stores.slice(-2)
    assert.deepEqual(one, {
      store_id: first,
      name: 'Lamp shop',
      page: one.page,
      created_at: new Date(times[0]!).toISOString(),
    })
    assert.match(one.page, /^http.+\/s\/lamp-shop/)
    assert.deepEqual(text.split('\n').slice(-2), [
      `${first}  ${one.page}  Lamp shop`,
      `${last}  ${two.page}  Tea shop`,
    ])
  })

  const setStore = (id: string, row: { created_at?: number; deleted_at?: number }) =>
    rowsOf(app.world.db, (sql) => sql.updateTable('stores').set(row).where('id', '=', id))
})

describe('key generate', () => {
  test('returns a new key, and the old one stops working', async () => {
    const seller = await newSeller(app)
    const { json } = await haat('key', 'generate', '--store', seller.store_id)
    assert.deepEqual(Object.keys(json), ['api_key'])
    assert.equal((await seller.call('GET', '/api/orders/x')).status, 401)
    assert.equal((await caller(app.url, json.api_key)('GET', '/api/orders/x')).status, 404)
  })

  test('refuses a store that is not there', () =>
    isRefused(['key', 'generate', '--store', NOBODY], 'There is no store with that id'))
})

describe('category', () => {
  test('add makes it usable at once, and refuses it a second time', async () => {
    const seller = await newSeller(app)
    await haat('category', 'add', '--store', seller.store_id, 'Lamps')
    await newProduct(seller, { categories: ['Lamps'] })
    await isRefused(
      ['category', 'add', '--store', seller.store_id, 'Lamps'],
      'The store has a category "Lamps" already',
    )
    const { json, text } = await haat('category', 'list', '--store', seller.store_id)
    assert.deepEqual(json, { categories: ['Lamps'] })
    assert.equal(text, 'Lamps')
  })

  test('refuses a store that is not there', async () => {
    await isRefused(['category', 'add', '--store', NOBODY, 'Lamps'], 'There is no store with that id')
    for (const name of ['category', 'webhook', 'delivery'])
      await isRefused([name, 'list', '--store', NOBODY], 'There is no store with that id')
  })
})

describe('seed', () => {
  test('writes a line per store, with its key, products and orders', async () => {
    const out = join(app.folder, 'seeded')
    const { json, text } = await haat(...'seed --stores 2 --products 3 --orders 4 --out'.split(' '), out)
    assert.deepEqual(json, { stores: 2, products: 6, orders: 8 })
    assert.equal(text, 'Made 2 stores, 6 products and 8 orders')
    const lines = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(lines.length, 2)
    for (const { store_id, api_key, product_ids, order_ids, ...rest } of lines) {
      assert.deepEqual([product_ids.length, order_ids.length, Object.keys(rest)], [3, 4, []])
      const call = caller(app.url, api_key)
      for (const id of product_ids)
        assert.equal((await call('GET', `/api/products/${id}`)).body.store_id, store_id)
      for (const id of order_ids) {
        assert.match((await call('GET', `/api/orders/${id}`)).body.customer.email, /\.invalid$/)
        assert.equal((await call('PUT', `/api/orders/${id}/status`, { status: 'processing' })).status, 200)
      }
      const owed = await rowsOf(app.world.db, (sql) =>
        sql.selectFrom('mails').select('kind').where('store_id', '=', store_id),
      )
      assert.deepEqual(owed, [], 'invented customers get no mail')
    }
  })

  test('says where its file cannot be written', () =>
    isRefused(
      ['seed', '--stores', '20', '--products', '1', '--orders', '0', '--out', '/dev/full'],
      '--out cannot be written: ENOSPC: no space left on device, write',
    ))

  test('refuses a count that is not a number', () =>
    isRefused(
      ['seed', '--stores', 'many', '--products', '1', '--orders', '1', '--out', '/dev/null'],
      '--stores must be a whole number, not "many"',
    ))
})

test('migrate says that nothing is left to do', async () => {
  const { json, text } = await haat('migrate')
  assert.deepEqual(json, { pending: [] })
  assert.equal(text, 'The database is up to date')
})
