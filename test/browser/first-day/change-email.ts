import assert from 'node:assert/strict'
import { PHONE } from '../../../harness/browser/browser.ts'
import { seriousFaults } from '../../../harness/browser/chromium.ts'
import type { startMailServer } from '../../../harness/servers/mail-server.ts'
import { newPerson, PASSWORD } from '../../../harness/shops/dashboard.ts'
import { linkIn } from '../../help/browser/link-in.ts'
import {
  LOOKED_AT,
  losesAnswers,
  sellerWindow,
  type startSellerWindow,
} from '../../help/browser/seller-window.ts'

type Seller = Awaited<ReturnType<typeof startSellerWindow>>
type Mails = Awaited<ReturnType<typeof startMailServer>>

/** Goes from the account page to the mailed link, opened on a phone, and back. */
export async function changeEmail(seller: Seller, mails: Mails) {
  const { app, page, chromium, open, button, dialog, inDialog, look, told } = seller
  const [old, email] = ['asha@example.com', 'asha.verma@example.com']
  await open('/account')
  await button('Change address').click()
  await look('Change your e-mail address')
  await dialog().getByLabel('New e-mail address').fill(email)
  await dialog().getByLabel('Current password').fill('not the password')
  await inDialog('Change address').click()
  await told('Your current password is not right')
  await dialog().getByLabel('Current password').fill(PASSWORD)
  await inDialog('Change address').click()
  await look('Check your mail')
  await told(`Until then you sign in with ${old}.`)
  await inDialog('Done').click()
  await mails.about('Your e-mail address is about to change', old)
  const link = linkIn(await mails.about('Confirm your new e-mail address', email))

  const { page: phone, context } = await chromium.open(PHONE)
  const theirs = sellerWindow(phone, seller.storeUrl, seller.faults)
  await theirs.enterWith((await newPerson(app)).browser.cookie)
  await phone.goto(link)
  await theirs.told('This link is for another account.')
  await theirs.button('Sign out').click()
  await phone.getByRole('heading', { name: 'Sign in to Haat' }).waitFor()
  await phone.goto(link)
  await phone.getByText('Sign in as before, with your old address.').waitFor()
  assert.deepEqual(await seriousFaults(phone), [])
  await phone.getByLabel('E-mail address').fill(old)
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const clear = await theirs.divert('**/email/confirm', losesAnswers)
  await theirs.button('Sign in').click()
  await theirs.told('The server cannot be reached')
  await clear()
  // The answer is lost, and with it the session cookie that it set.
  await context.clearCookies()
  await theirs.button('Try again').click()
  await theirs.look('Please sign in again')
  await signInAgain(theirs, email)
  await phone.getByRole('heading', { name: 'Your e-mail address is changed' }).waitFor()
  await phone.getByText(`Signed in as ${email}`).waitFor()
  await phone.reload()
  await phone.getByText('This link has been used or has run out').waitFor()
  await context.close()

  await page.evaluate(LOOKED_AT)
  await look('Please sign in again')
  await signInAgain(seller, email)
  await told(`Signed in as ${email}`)
}

async function signInAgain({ dialog, inDialog }: ReturnType<typeof sellerWindow>, email: string) {
  await dialog().getByLabel('E-mail address').fill(email)
  await dialog().getByLabel('Password', { exact: true }).fill(PASSWORD)
  await inDialog('Sign in').click()
}
