import { accountTexts } from './texts/account.ts'
import { developerTexts } from './texts/developer.ts'
import { everywhereTexts } from './texts/everywhere.ts'
import { manyTexts } from './texts/many.ts'
import { orderTexts } from './texts/orders.ts'
import { overviewTexts } from './texts/overview.ts'
import { policyTexts } from './texts/policies.ts'
import { productTexts } from './texts/products.ts'
import { storeTexts } from './texts/store.ts'

/** Every word of the dashboard. A second language is a second set of these files. */
export const texts = {
  ...everywhereTexts,
  account: accountTexts,
  developer: developerTexts,
  many: manyTexts,
  orders: orderTexts,
  overview: overviewTexts,
  policies: policyTexts,
  products: productTexts,
  store: storeTexts,
}
