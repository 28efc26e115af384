import { wrongField } from '#contract/dashboard/errors.ts'
import { TO_PREPARE_STATUSES } from '#contract/dashboard/orders.ts'
import { type OVERVIEW_ROUTES, TO_PREPARE_MOST } from '#contract/dashboard/overview.ts'
import { type Role, roleAllows } from '#contract/dashboard/route.ts'
import { TEST_KEYS } from '#contract/dashboard/store.ts'
import { ROUTES } from '#contract/dashboard.ts'
import { POLICY_KINDS } from '#contract/policies.ts'
import { publicImageUrl } from '../../../rules/images/image-url.ts'
import { spanOf, summarise } from '../../../rules/orders/overview.ts'
import { isMissing } from '../../../rules/stores/policies.ts'
import { toRupees } from '../../../rules/values/money.ts'
import { countOrdersIn } from '../../../storage/orders/order-counts.ts'
import { listOrders } from '../../../storage/orders/order-list.ts'
import { countOrdersByDay } from '../../../storage/orders/order-sums.ts'
import { countOpenProblems } from '../../../storage/payments/payment-problem-list.ts'
import { findRazorpayKeys } from '../../../storage/payments/razorpay-keys.ts'
import { sumRefundsDue } from '../../../storage/payments/refund-list.ts'
import { hasProducts, listLowStock } from '../../../storage/products/product-list.ts'
import { findApiKey } from '../../../storage/stores/api-keys.ts'
import { findStore } from '../../../storage/stores/stores.ts'
import { listFailingWebhooks } from '../../../storage/webhooks/failing-webhooks.ts'
import { listWebhooks } from '../../../storage/webhooks/webhooks.ts'
import type { World } from '../../../world.ts'
import type { Handlers } from '../endpoint.ts'

const SPANS = [7, 30, 90]
const MOST_OFFSET_MINUTES = 14 * 60
const LOW_STOCK_LINES = 8
const NO_REFUNDS = { count: 0, paise: 0 }

/** Only roles that may open a list are told what waits in it. */
const may = (role: Role, name: 'listWebhooks' | 'listRefunds' | 'listPaymentProblems') =>
  roleAllows(role, ROUTES[name].access)

export const OVERVIEW_HANDLERS: Handlers<keyof typeof OVERVIEW_ROUTES> = {
  async overview({ world, role, input: { store, days, offset } }) {
    if (!SPANS.includes(days)) throw wrongField('days', 'days must be 7, 30 or 90')
    if (Math.abs(offset) > MOST_OFFSET_MINUTES) throw wrongField('offset', 'offset is not a time zone')
    const span = spanOf(world.now(), days, offset)
    const { since, offsetMs } = span
    const [counts, to_prepare, low, failing, refunds, payment_problems, progress] = await Promise.all([
      countOrdersByDay(world.db, { storeId: store, since, until: world.now() + 1, offsetMs }),
      countOrdersIn(world.db, store, TO_PREPARE_STATUSES),
      listLowStock(world.db, store, LOW_STOCK_LINES),
      may(role, 'listWebhooks') ? listFailingWebhooks(world.db, store) : [],
      may(role, 'listRefunds') ? sumRefundsDue(world.db, store) : NO_REFUNDS,
      may(role, 'listPaymentProblems') ? countOpenProblems(world.db, store) : 0,
      nextSteps(world, store),
    ])
    return {
      ...summarise(counts, span),
      to_prepare: Math.min(to_prepare, TO_PREPARE_MOST),
      low_stock: low.map(({ primary_image, ...product }) => ({
        ...product,
        primary_image: primary_image && publicImageUrl(primary_image, world.publicUrl),
      })),
      failing_webhooks: failing.map(({ id, url, enabled, failed }) => ({
        id,
        host: new URL(url).host,
        enabled: enabled === 1,
        failed_deliveries: Number(failed),
      })),
      refunds_due: { count: refunds.count, amount: toRupees(refunds.paise) },
      payment_problems,
      ...progress,
    }
  },
}

async function nextSteps({ db }: World, storeId: string) {
  const [product, store, keys, key, webhooks, orders] = await Promise.all([
    hasProducts(db, storeId),
    findStore(db, storeId),
    findRazorpayKeys(db, storeId),
    findApiKey(db, storeId),
    listWebhooks(db, storeId),
    listOrders(db, storeId, {}, undefined, 1),
  ])
  return {
    test_mode: !keys || keys.key_id.startsWith(TEST_KEYS),
    steps: {
      product,
      policies: store !== undefined && POLICY_KINDS.every((kind) => !isMissing(store, kind)),
      payment: keys !== undefined,
      key: key !== undefined,
      webhook: webhooks.length > 0,
      order: orders.length > 0,
    },
  }
}
