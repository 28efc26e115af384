import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { PHONE } from '../../../harness/browser/browser.ts'
import { newDashboardClient, PASSWORD } from '../../../harness/shops/dashboard.ts'
import { sellerWindow } from '../../help/browser/seller-window.ts'
import { codeNow } from '../../help/code-now.ts'
import type { LaterSeller, Step } from './seller.ts'

export function accountSteps(step: Step) {
  let opened: Page | undefined
  /** The owner's phone, signed in to their account as it is now. */
  async function phoneOf({ chromium, owner, storeUrl, faults }: LaterSeller) {
    opened ??= (await chromium.open(PHONE)).page
    const phone = sellerWindow(opened, storeUrl, faults)
    await phone.enterWith(owner.browser.cookie)
    await phone.load('/account')
    return phone
  }

  step('sets up a second factor, signs in without the phone and switches it off', async (seller) => {
    const { page, open, button, dialog, inDialog, look, told, hold, divert, focusOn } = seller
    const code = dialog().getByLabel('Code from your authenticator app')
    const setUp = async () => {
      await open('/account')
      await button('Set up').click()
      await page.getByLabel('Current password').last().fill(PASSWORD)
      await inDialog('Next').click()
    }
    const clear = await divert('**/assets/qr-code-*.js', (route) => route.abort('internetdisconnected'))
    await setUp()
    await told('The picture to scan could not be loaded.')
    assert.match((await dialog().getByRole('status').textContent()) ?? '', /^[A-Z2-7]{32}$/)
    await clear()
    await page.reload()
    await setUp()
    await focusOn('heading', 'Set up two-step verification')
    const scanned = new URL(await scan(page.getByRole('img', { name: 'QR code with the secret' })))
    assert.equal(scanned.host, 'totp')
    assert.equal(decodeURIComponent(scanned.pathname), `/Haat:${seller.owner.email}`)
    assert.equal(scanned.searchParams.get('issuer'), 'Haat')
    const secret = scanned.searchParams.get('secret') ?? ''
    assert.match(secret, /^[A-Z2-7]{32}$/)
    await page.getByText('I cannot scan it').click()
    assert.equal(await dialog().getByRole('status').textContent(), secret)
    await look('Set up two-step verification')
    await code.fill('000000')
    await inDialog('Switch on').click()
    await told('The code is not right, or was used before')
    await code.fill(nextCode(seller, secret))
    const letGo = await hold('**/second-factor/*')
    await inDialog('Switch on').click()
    await dialog().getByRole('button', { name: 'Close', disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    await letGo()
    await look('Keep your recovery codes')
    await focusOn('heading', 'Keep your recovery codes')
    const recovery = await dialog().locator('li').allTextContents()
    await inDialog('Done').click()
    await told('On. Signing in asks for a code')

    await page.context().clearCookies()
    await page.goto(`${seller.app.url}/dashboard/sign-in`)
    await page.getByLabel('E-mail address').fill(seller.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Tab')
    await button('Show the password').and(page.locator(':focus')).press('Enter')
    await page.locator('[name=password][type=text]').waitFor()
    await button('Sign in').click()
    await page.locator('[name=code][inputmode=numeric]:focus').fill('123')
    await button('Sign in').click()
    await told('The code is not right, or was used before')
    await button('Use a recovery code').click()
    assert.equal(await page.getByText('The code is not right').count(), 0)
    await page.locator('[name=code]:not([inputmode]):focus').pressSequentially(recovery[0]!)
    const find = await divert('**/api/session', (route) => route.fulfill({ status: 429, json: {} }))
    await button('Sign in').click()
    await told('Try again in 60 seconds.')
    await find()
    await button('Sign in').click()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Jaipur' }).waitFor()

    await open('/account')
    await button('Switch off').click()
    await page.getByLabel('Current password').last().fill(PASSWORD)
    await code.fill(nextCode(seller, secret))
    await look('Switch off two-step verification?')
    await inDialog('Switch off').click()
    await told('Off. A code from your phone')
    seller.clock.aheadMs = 0
  })

  step(
    'is given a link to the authenticator app on a phone, which cannot scan its own screen',
    async (seller) => {
      const phone = await phoneOf(seller)
      await phone.button('Set up').click()
      await phone.dialog().getByLabel('Current password').fill(PASSWORD)
      await phone.inDialog('Next').click()
      const app = phone.dialog().getByRole('link', { name: 'Open in the authenticator app on this device' })
      assert.match((await app.getAttribute('href')) ?? '', /^otpauth:/)
    },
  )

  step('turns the phone to landscape, and no field makes the browser zoom in', async (seller) => {
    const phone = await phoneOf(seller)
    await phone.page.setViewportSize({ width: 844, height: 390 })
    for (const place of ['/account', '/products/new', '/products']) {
      await phone.load(place)
      const sizes = await phone.page.evaluate<string[]>(SIZES_OF_FIELDS)
      assert.deepEqual(new Set(sizes), new Set(['16px']), place)
    }
    await phone.page.setViewportSize(PHONE.viewport)
  })

  step(
    'is told how many devices signing out everywhere affects',
    async ({ page, button, inDialog, look, told, hold }) => {
      const letGo = await hold('**/api/sessions')
      await page.reload()
      await button('Sign out everywhere').click()
      await look('Sign out everywhere?')
      await told('All your devices are signed out now, this one too.')
      await letGo()
      await told('All 2 devices are signed out now, this one too.')
      await inDialog('Go back').click()
    },
  )

  step(
    'signs out one of several devices from a phone, and is told if that was already done elsewhere',
    async (seller) => {
      const { owner, app } = seller
      const tablet = newDashboardClient(app, { 'user-agent': 'Firefox/140.0 Android' })
      const laptop = newDashboardClient(app, { 'user-agent': 'Safari/605.1 Mac OS X' })
      for (const each of [tablet, laptop])
        await each.ask('signIn', { email: owner.email, password: PASSWORD })
      const phone = await phoneOf(seller)
      const here = phone.page.getByRole('listitem').filter({ hasText: 'This device' })
      assert.equal(await here.getByRole('button').count(), 0)
      await phone.button('Sign out: Firefox on Android').click()
      await phone.look('Sign out Firefox on Android?')
      await phone.inDialog('Sign out').click()
      await phone.told('Signed out there')
      await phone.button('Sign out: Firefox on Android').waitFor({ state: 'detached' })
      assert.equal((await tablet.ask('session', {})).person, null)
      assert.equal((await laptop.ask('session', {})).person?.email, owner.email)
      await phone.button('Sign out: Safari on macOS').click()
      await laptop.ask('signOut', {})
      await phone.inDialog('Sign out').click()
      await phone.told('It was signed out already.')
      await phone.button('Sign out: Safari on macOS').waitFor({ state: 'detached' })
      await phone.page.context().close()
    },
  )
}

const SIZES_OF_FIELDS =
  "Array.from(document.querySelectorAll('input:not([type=checkbox], [type=file]), select, textarea'), (field) => getComputedStyle(field).fontSize)"

/** Reads a QR code from a screenshot, as a camera does. */
async function scan(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })
}

/** A fresh one-time code: the clock moves on by one step of time. */
function nextCode({ app, clock }: LaterSeller, secret: string): string {
  clock.aheadMs += 30_000
  return codeNow(app, secret)
}
