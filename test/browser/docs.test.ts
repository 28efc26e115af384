import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { assertUsable, PHONE } from '../../harness/browser/browser.ts'
import { lendChromium } from '../../harness/browser/lent-chromium.ts'
import { skipWithout } from '../../harness/services/services.ts'
import { shownExamples } from '../help/shown-examples.ts'

/** Words of field names that break across lines. */
const BROKEN_WORDS = `[...document.querySelectorAll('td:first-child code')].flatMap(({ childNodes }) =>
  [...childNodes].filter((part) => {
    const range = document.createRange()
    range.selectNodeContents(part)
    return !/[ -]/.test(part.data) && range.getClientRects().length > 1
  }).map(({ data }) => data))`

test('the documentation is usable on a phone, in light and dark, and copies its examples', {
  skip: skipWithout.chromium,
}, async () => {
  await using app = await startTestApp()
  await using chromium = await lendChromium()
  for (const colorScheme of ['light', 'dark'] as const) {
    const { context, page, complaints } = await chromium.open({ ...PHONE, colorScheme })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${app.url}/docs`)
    await assertUsable(page)
    assert.deepEqual(await page.evaluate(BROKEN_WORDS), [])
    const buttons = page.getByRole('button', { name: 'Copy' })
    const done = page.getByRole('button', { name: 'Copied' })
    // Start waiting before the click, because the text shows for only two seconds.
    const [live] = await Promise.all([done.getAttribute('aria-live'), buttons.nth(1).click()])
    assert.equal(live, 'polite')
    const copied = await page.evaluate('navigator.clipboard.readText()')
    assert.equal(copied, (await shownExamples(app))[1])
    assert.deepEqual(complaints, [])
    await context.close()
  }
})

test('without JavaScript the documentation lacks only its buttons', {
  skip: skipWithout.chromium,
}, async () => {
  await using app = await startTestApp()
  await using chromium = await lendChromium()
  const { page } = await chromium.open({ ...PHONE, javaScriptEnabled: false })
  await page.goto(`${app.url}/docs`)
  await page.getByText('PHP', { exact: true }).first().click()
  await page.getByText("file_get_contents('lamp.jpg')").waitFor()
  assert.equal(await page.getByRole('button').count(), 0)
})
