import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { newSeller, startTestApp, type TestApp } from '../../harness/app/app.ts'
import { onEachEngine } from '../../harness/app/on-each-engine.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { PATIENT_LANE } from '../../server/storage/webhooks/delivery-lane.ts'
import { parseMetrics } from '../help/prometheus.ts'

const TOKEN = 'a token for Prometheus'
const SETTINGS = { METRICS_TOKEN: TOKEN, HAAT_ROLE: 'web' }

const ask = (app: TestApp, authorization = `Bearer ${TOKEN}`) =>
  fetch(`${app.url}/metrics`, { headers: { authorization } })

async function read(app: TestApp) {
  const answer = await ask(app)
  assert.deepEqual(
    [answer.status, ...['content-type', 'cache-control'].map((name) => answer.headers.get(name))],
    [200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store'],
  )
  const metrics = parseMetrics(await answer.text())
  return {
    metrics,
    value: (name: string, labels: Record<string, string> = {}) =>
      [...metrics.values()]
        .flatMap(({ samples }) => samples)
        .find(
          (sample) =>
            sample.name === name &&
            Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
        )?.value,
  }
}

describe('metrics', () => {
  onEachEngine((running) => {
    test('count requests by operation and status, and how long they took', async () => {
      const { app } = running
      const begun = performance.now()
      const seller = await newSeller(app)
      const id = await newProduct(seller)
      for (let n = 0; n < 3; n++) await seller.call('GET', `/api/products/${id}`)
      await seller.call('GET', '/api/products/none')
      await fetch(`${app.url}/api/products/${id}`)
      await fetch(`${app.url}/nowhere`)
      await fetch(`${app.url}/s/nobody`)
      const { value } = await read(app)
      const requests = (operation: string, status: string) =>
        value('haat_requests_total', { operation, status })
      assert.deepEqual(
        ['200', '404', '401'].map((status) => requests('read_product', status)),
        [3, 1, 1],
      )
      assert.deepEqual([requests('create_product', '201'), requests('store_page', '404')], [1, 1])
      assert.equal(requests('none', '404'), 1)
      assert.equal(value('haat_request_duration_seconds_count', { operation: 'read_product' }), 5)
      const seconds = value('haat_request_duration_seconds_sum', { operation: 'read_product' })!
      assert.ok(seconds > 0 && seconds < (performance.now() - begun) / 1000)
    })

    test('show the queues and the age of their oldest entry, the database and the process', async () => {
      const { app, clock } = running
      const seller = await newSeller(app)
      await addWebhook(app.world, { storeId: seller.store_id, url: 'https://shop.example.com/hook' })
      const product = await newProduct(seller)
      for (const wait of [30_000, 60_000, 60_000]) {
        await newOrder(app, seller, product)
        clock.advance(wait)
      }
      await rowsOf(app.world.db, (sql) =>
        sql
          .updateTable('deliveries')
          .set({ lane: PATIENT_LANE })
          .where('store_id', '=', seller.store_id)
          .where('sequence', '=', 2),
      )
      clock.advance(-90_000) // The third is due in half a minute.
      const { value } = await read(app)
      for (const queue of ['deliveries', 'mails']) {
        const [pending, due, age] = ['pending', 'due', 'oldest_due_seconds'].map((name) =>
          value(`haat_queue_${name}`, { queue }),
        )
        assert.deepEqual([queue, pending, due, age], [queue, 3, 2, 60])
      }
      assert.equal(value('haat_queue_oldest_due_seconds', { queue: 'letters' }), 0)
      assert.equal(value('haat_database_connections_most'), running.engine === 'sqlite' ? 1 : 10)
      assert.equal(value('haat_database_waiting'), 0)
      assert.ok(value('process_resident_memory_bytes')! > 10_000_000)
      assert.ok(value('haat_event_loop_delay_seconds', { quantile: '1' })! >= 0)
      const cpu = process.cpuUsage()
      const seconds = value('process_cpu_seconds_total')!
      assert.ok(seconds > 0 && seconds <= (cpu.user + cpu.system) / 1e6)
    })
  }, SETTINGS)

  test('count requests outside the seller API by kind', async () => {
    await using app = await startTestApp(SETTINGS)
    const kinds = {
      dashboard_api: '/dashboard/api/session',
      dashboard: '/dashboard/orders',
      store_page: '/s/nobody',
      order_page: '/o/nobody',
      payment_page: '/pay/test/nobody',
      image: '/images/nobody/nothing.png',
      other: '/healthz',
      none: '/nowhere',
    }
    for (const path of Object.values(kinds)) await (await fetch(app.url + path)).text()
    const { value } = await read(app)
    for (const operation of Object.keys(kinds)) {
      assert.equal(value('haat_request_duration_seconds_count', { operation }), 1, operation)
    }
  })

  test('are served without the queues while these cannot be read', async () => {
    await using app = await startTestApp(SETTINGS)
    await app.world.db.migrating((script) => script('alter table letters rename to away'))
    const { metrics } = await read(app)
    assert.deepEqual([metrics.has('haat_queue_due'), metrics.has('haat_database_waiting')], [false, true])
  })

  test('need the token, and answer 404 without it', async () => {
    await using app = await startTestApp(SETTINGS)
    await using without = await startTestApp()
    const answers = [
      await ask(app, ''),
      await ask(app, `Bearer ${TOKEN}!`),
      await ask(app, `Bearer ${TOKEN.toUpperCase()}`),
      await ask(app, TOKEN),
      await ask(without),
      await fetch(`${app.url}/nowhere`),
    ]
    for (const answer of answers) {
      assert.deepEqual([answer.status, await answer.json()], [404, { error: 'Not found' }])
    }
    assert.equal((await ask(app)).status, 200)
  })

  test('include all that the Prometheus alerts use, and docs/metrics.md names each alert', async () => {
    await using app = await startTestApp(SETTINGS)
    const { value } = await read(app)
    await fetch(`${app.url}/nowhere`)
    const { metrics } = await read(app)
    const rules = readFileSync('deploy/prometheus/haat.yml', 'utf8')
    const expressions = [...rules.matchAll(/expr: (.+)/g)].map(([, expr]) => expr!)
    const asked = expressions.flatMap((expr) => expr.match(/\b(haat|process)_\w+/g) ?? [])
    assert.ok(asked.length >= 7)
    assert.deepEqual(
      asked.filter((name) => !metrics.has(name)),
      [],
    )
    const [, quantile] = /\{quantile="(.+?)"\}/.exec(rules)!
    assert.notEqual(value('haat_event_loop_delay_seconds', { quantile: quantile! }), undefined)
    const alarms = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => `\`${name}\``)
    const told = readFileSync('docs/metrics.md', 'utf8').match(/`Haat\w+`/g)
    assert.deepEqual(told, alarms)
  })

  test('include all that the Grafana dashboard uses, which shows each metric of ours', async () => {
    await using app = await startTestApp(SETTINGS)
    const { metrics } = await read(app)
    const { panels, templating } = JSON.parse(readFileSync('deploy/grafana/haat.json', 'utf8')) as {
      panels: Array<{ title: string; targets?: Array<{ expr: string }> }>
      templating: { list: Array<{ name: string; query: { query: string } }> }
    }
    const instances = templating.list.find(({ name }) => name === 'instance')!.query.query
    assert.match(instances, /^label_values\(haat_\w+, instance\)$/, 'others have what every process has')
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    const asked = new Set(
      queries
        .flatMap((expr) => expr.match(/\b(haat|process)_\w+/g) ?? [])
        .map((name) => name.replace(/_(bucket|sum|count)$/, '')),
    )
    assert.deepEqual([...asked].sort(), [...metrics.keys()].sort())
    for (const expr of queries)
      assert.doesNotMatch(expr, /\b(haat|process)_\w+(?!\w|\{instance=~"\$instance"\})/)
  })
})
