// Lighthouse on every page that customers see, one after another, as a phone sees them. It fetches Lighthouse from the
// npm registry and is no dependency of this repository. Run it with: npm run lighthouse [page…]
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PHONE } from '../harness/browser/browser.ts'
import { seriousFaults, startChromium } from '../harness/browser/chromium.ts'
import { temporaryFolder } from '../harness/services/folder.ts'
import { chromiumPath } from '../harness/services/services.ts'
import { chosenPages } from './screens/chosen-pages.ts'
import { openCustomerPages, type Screen } from './screens/customer-pages.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const LEAST = 95
/** Not measured: its status 404 alone lowers the score for best practices. */
const LEFT_OUT = ['not-found']

interface Result {
  categories: Record<(typeof CATEGORIES)[number], { score: number }>
  audits: Record<string, { score: number | null; title: string; scoreDisplayMode: string }>
}

const run = promisify(execFile)
await using folder = await temporaryFolder()
await using shop = await openCustomerPages()

/** Performs the steps that lead to a page. Returns the page's URL and the faults that axe finds on it. */
async function visit({ path, act }: Screen): Promise<{ url: string; faults: string[] }> {
  shop.nextMinute()
  await using chromium = await startChromium()
  const { page } = await chromium.open(PHONE)
  await page.goto(shop.url + path)
  await act?.(page)
  return { url: page.url(), faults: await seriousFaults(page) }
}

async function judge(url: string): Promise<Result> {
  const report = join(folder.path, 'report.json')
  await run(
    'npm',
    [
      ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, '--quiet'],
      ...['--output=json', `--output-path=${report}`, `--only-categories=${CATEGORIES}`],
      '--chrome-flags=--headless --no-sandbox --disable-background-networking',
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath } },
  )
  return JSON.parse(await readFile(report, 'utf8'))
}

const lost = ({ audits }: Result) =>
  Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
    )
    .map(({ title }) => title)

console.log(`${'page'.padEnd(20)}${CATEGORIES.map((name) => name.padStart(16)).join('')}  axe`)
let isShort = false
const measured = Object.keys(shop.pages).filter(
  (name) => !shop.pages[name]!.passing && !LEFT_OUT.includes(name),
)
for (const name of chosenPages(measured)) {
  const { url, faults } = await visit(shop.pages[name]!)
  const result = await judge(url)
  const scores = CATEGORIES.map((category) => Math.round(result.categories[category].score * 100))
  console.log(
    `${name.padEnd(20)}${scores.map((score) => String(score).padStart(16)).join('')}  ${faults.length}`,
  )
  if (scores.every((score) => score >= LEAST) && faults.length === 0) continue
  isShort = true
  console.log(`  ${[...lost(result), ...faults].join('\n  ')}`)
}
if (isShort) process.exitCode = 1
