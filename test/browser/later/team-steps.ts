import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import { until } from '../../../harness/app/until.ts'
import { settled } from '../../../harness/browser/chromium.ts'
import { join, newPerson } from '../../../harness/shops/dashboard.ts'
import { LOOKED_AT, losesAnswers, sellerWindow } from '../../help/browser/seller-window.ts'
import type { LaterSeller, Step } from './seller.ts'

const isMissing = (route: Route) => route.fulfill({ status: 404 })

const WATCH_FOR_FAILURE = `
  globalThis.hasFailed = false
  new MutationObserver(() => { hasFailed ||= document.body.textContent.includes('Something went wrong') })
    .observe(document.body, { subtree: true, childList: true })`

export function teamSteps(step: Step) {
  let another: Page | undefined
  /** A new member of the store in another window. Faults found there are added to the seller's. */
  async function newStaff({ app, chromium, store, storeUrl, faults }: LaterSeller, name: string) {
    const person = await newPerson(app, name)
    await join(app, store, person, 'staff')
    another ??= (await chromium.open({ viewport: { width: 1280, height: 800 } })).page
    const window = sellerWindow(another, storeUrl, faults)
    await window.enterWith(person.browser.cookie)
    return window
  }

  step('is told when the server cannot be reached, and goes on once it can', async (seller) => {
    const { page, open, button, goTo, told, owner } = seller
    await open('/categories')
    await page.context().setOffline(true)
    await button(owner.email).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You are still signed in').waitFor()
    await told('The server cannot be reached. Check your connection, then try again.')
    await button('Close').click()
    await goTo('Team')
    await told('The server cannot be reached')
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Team' }).waitFor()
  })

  step('finds a button still in its place when the first line of the page comes', async (seller) => {
    const { page, load, goTo, button, hold, owner } = seller
    await load('/orders')
    const letGo = await hold('**/team')
    await goTo('Team')
    const before = await button('Invite somebody').boundingBox()
    await letGo()
    await page.getByRole('row', { name: owner.email }).waitFor()
    assert.equal((await button('Invite somebody').boundingBox())?.y, before?.y)
  })

  step(
    'is told when the dashboard fails to load, and that it is still loading on a slow network',
    async (seller) => {
      const { page, hold, divert, button, storeUrl } = seller
      /** Empty while the page is loading. */
      const said = () =>
        page.evaluate(`(() => {
          const root = document.querySelector('#root')
          return root && getComputedStyle(root, '::before').content
        })()`)
      /** Makes a script or style sheet fail to load, without which the page goes on. */
      const doWithout = async (kind: string, address: object) => {
        await page.evaluate(`new Promise((missed) => {
          const part = Object.assign(document.createElement('${kind}'), ${JSON.stringify(address)})
          part.onerror = () => missed()
          document.head.append(part)
        })`)
        assert.equal(await page.locator('#unopened').isVisible(), false)
      }
      for (const kind of ['css', 'js']) {
        const clear = await divert(`**/assets/index-*.${kind}`, isMissing)
        await page.goto(`${storeUrl}/categories`)
        await page.getByRole('alert').filter({ hasText: 'A part of the dashboard did not arrive.' }).waitFor()
        assert.equal(await page.locator('#root').isVisible(), false)
        await clear()
      }
      const letGo = await hold('**/{assets/*.js,dashboard/api/session}')
      await button('Load this page again').click()
      await page.locator('#unopened').waitFor({ state: 'hidden' })
      await until(async () => (await said()) === '"Opening the dashboard…"')
      await divert('**/beacon.js', isMissing)
      await doWithout('script', { src: '/beacon.js' })
      await letGo()
      await settled(page)
      assert.equal(await said(), 'none')
      const clear = await divert('**/gone.css', isMissing)
      await doWithout('link', { rel: 'stylesheet', href: '/dashboard/assets/gone.css' })
      await clear()
    },
  )

  step('goes on in every tab after signing in again in one, with the text typed there', async (seller) => {
    const { page, open, button, told, owner, enterWith } = seller
    const note = page.getByLabel('Phone number')
    const over = page.getByRole('dialog', { name: 'Please sign in again' })
    await open('/settings')
    await note.fill('98765')
    await page.context().clearCookies()
    await page.evaluate(LOOKED_AT)
    await over.waitFor()
    assert.equal(await note.inputValue(), '98765')
    await enterWith(owner.browser.cookie)
    await page.evaluate(LOOKED_AT)
    await over.waitFor({ state: 'detached' })
    assert.equal(await note.inputValue(), '98765')
    await note.fill('')
    await told('Settings')
    assert.equal(await button('Save').isVisible(), false)
  })

  step('changes a role, and a removed member is out at once', async (seller) => {
    const { page, open, button, inDialog, look, told } = seller
    const arjun = await newStaff(seller, 'Arjun')
    const theirs = arjun.page
    await theirs.goto(`${seller.storeUrl}/team`)
    await arjun.told('Not part of your role')
    await arjun.open('/orders')
    assert.equal(await arjun.link('Developer').count(), 0)

    await open('/team')
    const role = page.getByRole('combobox', { name: 'Role of Arjun' })
    await role.selectOption('manager')
    await look('Make Arjun manager?')
    await inDialog('Go back').click()
    assert.equal(await role.inputValue(), 'staff')
    await role.selectOption('manager')
    await inDialog('Change role').click()
    await told('Role changed')
    await theirs.reload()
    await arjun.link('Developer').waitFor()
    await arjun.open('/settings')
    await role.selectOption('staff')
    await inDialog('Change role').click()
    await told('Role changed')
    await theirs.getByLabel('Phone number').fill('98765')
    await arjun.button('Save').click()
    await arjun.link('Developer').waitFor({ state: 'detached' })
    await arjun.told('A manager or owner can change these.')
    await arjun.load('/orders')
    await button('Remove: Arjun').click()
    await look('Remove Arjun?')
    await inDialog('Remove').click()
    await told('Removed from the store')
    await arjun.link('Products').click()
    await arjun.told('you are no longer in its team')
    await theirs.reload()
    await theirs.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor()
    assert.equal(await theirs.title(), 'There is nothing here · Haat')
  })

  step(
    'is told why the only owner cannot leave or step down, and is asked once there is another',
    async (seller) => {
      const { app, page, store, load, button, link, inDialog, look, told, owner } = seller
      const own = page.getByRole('row', { name: owner.email })
      await load('/team')
      await own.getByText('You are the only owner, so you cannot leave.').waitFor()
      assert.equal(await own.getByRole('button').or(own.getByRole('combobox')).count(), 0)
      await link('delete the store').click()
      await button('Delete the store').waitFor()
      const meera = await newPerson(app, 'Meera')
      await join(app, store, meera, 'owner')
      await load('/team')
      assert.equal(await page.getByText('You are the only owner').count(), 0)
      await page.getByRole('combobox', { name: 'Role of Asha' }).selectOption('manager')
      await told('You cannot take this back yourself')
      await inDialog('Go back').click()
      await button('Leave the store: Asha').click()
      await look('Leave Lamps of Jaipur?')
      await inDialog('Go back').click()
      await meera.ask('leaveStore', { store })
    },
  )

  step('sees a member leave the store', async (seller) => {
    const { page } = seller
    const tara = await newStaff(seller, 'Tara')
    await tara.load('/account')
    await tara.button('Leave the store').click()
    await tara.look('Leave Lamps of Jaipur?')
    const find = await tara.divert('**/leave', losesAnswers)
    await tara.inDialog('Leave the store').click()
    await tara.told('The server cannot be reached')
    await find()
    await tara.inDialog('Leave the store').click()
    await tara.page.getByRole('heading', { name: 'Name your store' }).waitFor()
    await page.reload()
    await settled(page)
    assert.equal(await page.getByText('Tara').count(), 0)
  })

  step('sees a member sign out, to whom a slow network shows no failure meanwhile', async (seller) => {
    const kiran = await newStaff(seller, 'Kiran')
    await kiran.load('/orders')
    await kiran.page.evaluate(WATCH_FOR_FAILURE)
    const letGo = await kiran.hold('**/assets/sign-in-*.js')
    await kiran.button('Kiran').click()
    const signedOut = kiran.page.waitForResponse('**/sign-out')
    await kiran.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signedOut
    await letGo()
    await kiran.page.getByRole('heading', { name: 'Sign in to Haat' }).waitFor()
    assert.equal(await kiran.page.evaluate('hasFailed'), false)
  })

  step('withdraws an invitation, and is told if it has already ended', async (seller) => {
    const { open, button, dialog, inDialog, look, told, divert, owner, store, page } = seller
    for (const email of ['ravi@example.com', 'mina@example.com'])
      await owner.ask('invite', { store, email, role: 'manager' })
    const row = (email: string) => page.getByRole('row', { name: email })
    await open('/team')
    await button('Withdraw: ravi@example.com').click()
    await look('Withdraw the invitation for ravi@example.com?')
    await inDialog('Withdraw').click()
    await told('Invitation withdrawn')
    await row('ravi@example.com').waitFor({ state: 'detached' })
    await button('Withdraw: mina@example.com').click()
    const find = await divert('**/invitations/*', losesAnswers)
    await inDialog('Withdraw').click()
    await dialog().getByText('The server cannot be reached').waitFor()
    await find()
    await inDialog('Withdraw').click()
    await told('It was used or withdrawn meanwhile: the list shows who is in the team now.')
    await row('mina@example.com').waitFor({ state: 'detached' })
  })
}
