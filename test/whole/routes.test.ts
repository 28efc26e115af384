import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { routes } from '../help/routes.ts'

/** Routes that need no API key, and what guards them instead. */
const WITHOUT_KEY: ReadonlyArray<readonly [begin: string, guard: string]> = [
  ['/dashboard/api/', 'a session and a role: dashboard-routes.test.ts'],
  ['/dashboard', 'nothing: the files of the app'],
  ['/assets/', 'nothing: styles and scripts of the pages'],
  ['/s/', 'nothing: what a store shows its customers'],
  ['/o/', "the token in the order's link"],
  ['/pay/', "the token in the payment's link"],
  ['/payments/', "the provider's signature"],
  ['/images/', 'nothing: pictures that customers see'],
  ['/dev/mail', 'there only while no mail is sent and nobody else is served'],
  ['/healthz', 'nothing'],
  ['/readyz', 'nothing'],
  ['/docs', 'nothing'],
  ['/openapi.json', 'nothing'],
]
const FRONT_PAGE = '/'

test('every route needs an API key, or is listed here with its guard', async () => {
  await using app = await startTestApp()
  assert.ok(routes.size > 12)
  for (const { method, url } of routes.values()) {
    if (url === FRONT_PAGE || WITHOUT_KEY.some(([begin]) => url.startsWith(begin))) continue
    const path = url.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const answer = await fetch(app.url + path, { method })
    assert.equal(answer.status, 401, `${method} ${url}`)
    if (method !== 'HEAD') assert.deepEqual(await answer.json(), { error: 'Missing API key' })
    assert.ok(answer.headers.get('x-ratelimit-limit'), `${method} ${url}`)
    assert.equal(answer.headers.get('x-api-version'), 'v1')
  }
})

test('the seller API has the operations of the specification at their paths', async () => {
  await using _ = await startTestApp()
  for (const operation of [
    'GET /api/products/:id',
    'POST /api/products/create',
    'PUT /api/products/:id/edit',
    'DELETE /api/products/:id',
    'GET /api/orders/:id',
    'PUT /api/orders/:id/status',
  ]) {
    assert.ok(routes.has(operation), operation)
  }
})
