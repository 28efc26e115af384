import { pino } from 'pino'
import type { Input } from '#contract/dashboard/route.ts'
import type { ROUTES } from '#contract/dashboard.ts'
import { configOf, SECRET } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { crowdedCategory } from '../../harness/shops/crowded-category.ts'
import { type DashboardClient, join, newDashboardClient, newPerson } from '../../harness/shops/dashboard.ts'
import { openWorld } from '../../server/open-world.ts'
import { findStore } from '../../server/storage/stores/stores.ts'
import { startDurablePostgres, startHaat } from '../load/servers.ts'
import { median, type Row } from '../results/report.ts'

const FEW = 100
const MANY = 100_000
const TRIAL_MANY = 2000
const ROUNDS = 41
const MOST_RATIO = 1.2

type Environment = Record<string, string>
type Question = Omit<Input<(typeof ROUTES)['listProducts']>, 'store'>

interface Store {
  storeId: string
  categoryId: string
  slug: string
}

type Ask = (store: Store) => Promise<unknown>

/** A seller's queries on the table of products. */
const questions = ({ categoryId: category }: Store): Record<string, Question> => ({
  all: {},
  'on sale': { filter: 'sale' },
  'in a category': { category },
  'of a word': { search: 'brass' },
  'of the beginning of a word': { search: 'b' },
  'of two words': { search: 'brass lamp' },
  'of two words, of which all have one': { search: 'lights brass' },
  'of a word, on sale': { search: 'brass', filter: 'sale' },
  'of a word, in a category': { search: 'brass', category },
})

/** A customer's queries on the store's page. */
const pages = ({ categoryId }: Store): Record<string, string> => ({
  'by price': 'sort=low',
  'by price, the dearest first': 'sort=high',
  'in a category, by price': `sort=low&category=${categoryId}`,
  'of a word, by price': 'sort=low&q=brass',
})

function asks(browser: DashboardClient, store: Store): Record<string, Ask> {
  const ofSeller = Object.keys(questions(store)).map((what): [string, Ask] => [
    `Products ${what}`,
    (of) => browser.ask('listProducts', { store: of.storeId, limit: LIMIT, ...questions(of)[what] }),
  ])
  const ofCustomer = Object.keys(pages(store)).map((what): [string, Ask] => [
    `A customer's page of products ${what}`,
    async (of) => {
      const { status, text } = await browser.send('GET', `/s/${of.slug}?${pages(of)[what]}`)
      if (status !== 200) throw new Error(`A customer's page was answered with ${status}`)
      return text
    },
  ])
  return Object.fromEntries([...ofSeller, ...ofCustomer])
}

/** The small store can fill a page of this size in every query, so both answers have the same length. */
const LIMIT = 4

export const benchSqliteLists = (trial: boolean): Promise<Row[]> => benchLists('SQLite', {}, trial)

export async function benchPostgresLists(trial: boolean): Promise<Row[]> {
  await using postgres = await startDurablePostgres()
  return await benchLists('PostgreSQL', { DATABASE_URL: postgres.url }, trial)
}

/** How long lists of products take to answer in a store of 100,000, against one of 100. */
async function benchLists(engine: string, settings: Environment, trial: boolean): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const env = { DATA_DIR: folder.path, HAAT_SECRET: SECRET, ...settings }
  const many = trial ? TRIAL_MANY : MANY
  const { small, large, cookie } = await fill(env, many)
  await using server = await startHaat(env)
  const browser = newDashboardClient({ url: `http://localhost:${server.port}` })
  browser.cookie = cookie
  const rows: Row[] = []
  for (const [what, ask] of Object.entries(asks(browser, small))) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      times.small.push(await timed(ask, small))
      times.large.push(await timed(ask, large))
    }
    const [theirs, ours] = [median(times.small), median(times.large)]
    rows.push({
      what: `${what}, ${engine}, in a store of ${many.toLocaleString('en')}`,
      against: `the same in a store of ${FEW}`,
      ratio: ours / theirs,
      target: `at most ${MOST_RATIO}`,
      met: ours / theirs <= MOST_RATIO,
      figures: `${ours.toFixed(1)} ms to ${theirs.toFixed(1)} ms`,
    })
  }
  return rows
}

async function fill(env: Environment, many: number) {
  await using world = await openWorld(configOf(env), { log: pino({ level: 'error' }) })
  // Autovacuum does this within a minute. Until then PostgreSQL keeps the plans that it made for the small store alone.
  const count = () => world.db.rows({ sql: 'analyze', reads: false, name: undefined }, [])
  const small = await crowdedCategory(world, 1, FEW, 'Lights')
  if (env.DATABASE_URL) await count()
  const large = await crowdedCategory(world, 2, many, 'Lights')
  if (env.DATABASE_URL) await count()
  const app = { world, url: '' }
  const seller = await newPerson(app)
  for (const { storeId } of [small, large]) await join(app, storeId, seller, 'owner')
  const named = async <Of extends { storeId: string }>(of: Of) => ({
    ...of,
    slug: (await findStore(world.db, of.storeId))!.slug,
  })
  return { small: await named(small), large: await named(large), cookie: seller.browser.cookie }
}

async function timed(ask: Ask, store: Store): Promise<number> {
  const began = performance.now()
  await ask(store)
  return performance.now() - began
}
