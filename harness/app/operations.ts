import { signUpAtOnce } from '../../server/accounts/sign-up.ts'
import { savePolicy } from '../../server/actions/stores/save-policy.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { revealWebhookSecret } from '../../server/actions/webhooks/reveal-webhook-secret.ts'
import { readConfig } from '../../server/config.ts'
import { openEngine } from '../../server/open-parts.ts'
import { allData } from '../../server/operations/all-data.ts'
import type { End } from '../../server/operations/records.ts'
import type { Engine } from '../../server/storage/engine.ts'
import { makeVault } from '../../server/vault.ts'
import { databaseSettings, type EngineName } from '../services/engines.ts'
import { temporaryFolder } from '../services/folder.ts'
import { openPage } from '../shops/page.ts'
import { pictureOf } from '../shops/pictures.ts'
import { openShop } from '../shops/shop.ts'
import { caller, type TestApp } from './app.ts'

export const SECRET = 'a secret for tests that is long enough'

export function configOf(settings: Record<string, string>) {
  const read = readConfig({ PORT: '0', HAAT_SECRET: SECRET, LOG_LEVEL: 'silent', ...settings })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.config
}

/** A folder and an empty database of its own, as settings. */
export async function newPlace(engine: EngineName) {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const { settings } = opened.use(await databaseSettings(engine))
  const kept = opened.move()
  const all: Record<string, string> = { DATA_DIR: folder.path, ...settings }
  return {
    folder: folder.path,
    settings: all,
    config: configOf(all),
    /** What the database holds: how many rows of each table, and what they add up to. */
    async holds() {
      await using db = await openEngine(configOf(all).database)
      return tablesOf(db)
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function tablesOf(db: Engine): Promise<End['tables']> {
  for await (const record of allData({ db, images: undefined, vault: makeVault(SECRET), now: Date.now })) {
    if ('end' in record) return record.end.tables
  }
  throw new Error('It has no end')
}

/** A shop with something of everything that must survive, and a way to see in another app whether it has. */
export async function lifeIn(app: TestApp, webhookUrl = 'https://shop.example.com/hook') {
  const shop = await openShop(app, { primary_image: await pictureOf(), name: 'Lamp “दीया” \u2028 ₹ 100%' })
  const person = { name: 'Asha Rao', email: 'asha@example.com', password: 'a long and secret pass phrase' }
  await signUpAtOnce(app.world, person, { userAgent: 'a test' })
  const { storeId } = shop
  await savePolicy(app.world, { storeId, kind: 'returns', text: 'Within a week: सात दिन.' })
  const webhook = await addWebhook(app.world, { storeId, url: webhookUrl })
  const read = (path: string, on: TestApp) => caller(on.url, shop.seller.api_key)('GET', path)
  const { body } = await read(`/api/products/${shop.productId}`, app)
  return {
    ...shop,
    person,
    /** What a seller and a customer see of it. */
    async seenIn(other: TestApp) {
      const product = await read(`/api/products/${shop.productId}`, other)
      const image = await fetch(body.primary_image.replace(/^https?:\/\/[^/]+/, other.url))
      const { secret } = await revealWebhookSecret(other.world, { storeId, webhookId: webhook.webhook_id })
      const { primary_image: _, ...fields } = product.body
      return {
        status: product.status,
        fields,
        picture: await image.bytes(),
        returns: await openPage(other, `/s/${shop.seller.slug}/returns`).then(({ text }) => text),
        isSame: secret === webhook.secret,
      }
    },
  }
}
