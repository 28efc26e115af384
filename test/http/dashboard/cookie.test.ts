import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../harness/app/app.ts'
import { newDashboardClient, PASSWORD } from '../../../harness/shops/dashboard.ts'

async function cookieOf(publicUrl: string) {
  await using app = await startTestApp({ PUBLIC_URL: publicUrl })
  const browser = newDashboardClient(app)
  const input = { name: 'Asha', email: 'asha@example.com', password: PASSWORD }
  const { headers } = await browser.call('signUp', input)
  assert.ok((await browser.ask('session', {})).person)
  return headers.get('set-cookie')!.replace(/=[\w-]{43};/, '=TOKEN;')
}

test('over HTTPS the cookie is bound to this host, and no script or other site gets it', async () => {
  assert.equal(
    await cookieOf('https://shop.example.com'),
    '__Host-haat_session=TOKEN; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure',
  )
})

test('on this machine alone it also travels over plain HTTP', async () => {
  assert.equal(
    await cookieOf('http://localhost:3000'),
    'haat_session=TOKEN; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000',
  )
})
