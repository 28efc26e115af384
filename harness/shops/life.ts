import { signUpAtOnce } from '../../server/accounts/sign-up.ts'
import { savePolicy } from '../../server/actions/stores/save-policy.ts'
import { addWebhook } from '../../server/actions/webhooks/add-webhook.ts'
import { revealWebhookSecret } from '../../server/actions/webhooks/reveal-webhook-secret.ts'
import { caller, type TestApp } from '../app/app.ts'
import { openPage } from './page.ts'
import { pictureOf } from './pictures.ts'
import { openShop } from './shop.ts'

/** A shop with one of everything that must survive, and a check whether another app on the data still shows it. */
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
    /** What a seller and a customer see of the shop. */
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
