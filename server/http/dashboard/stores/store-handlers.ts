import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import type { STORE_ROUTES, StoreSettings } from '#contract/dashboard/store.ts'
import { type Actor, audited } from '../../../accounts/audited.ts'
import { confirmPassword } from '../../../accounts/change-password.ts'
import { createOwnStore } from '../../../accounts/create-own-store.ts'
import { removeRazorpayKeys, setRazorpayKeys } from '../../../actions/payments/razorpay-keys.ts'
import { tryRazorpayKeys } from '../../../actions/payments/try-razorpay-keys.ts'
import { letAddressGo } from '../../../actions/stores/address.ts'
import { changeLogo } from '../../../actions/stores/change-logo.ts'
import { changeSettings } from '../../../actions/stores/change-settings.ts'
import { deleteStore } from '../../../actions/stores/delete-store.ts'
import { type CheckedUpload, image } from '../../../rules/images/image-fields.ts'
import { publicImageUrl } from '../../../rules/images/image-url.ts'
import { razorpayKeysProblem } from '../../../rules/payments/razorpay-keys.ts'
import { razorpayWebhookPath } from '../../../rules/payments/razorpay-webhook-path.ts'
import { storePath } from '../../../rules/stores/customer-paths.ts'
import { isoTime, isoTimeOrNull } from '../../../rules/values/iso-time.ts'
import { toRupees } from '../../../rules/values/money.ts'
import { listMembers } from '../../../storage/accounts/members.ts'
import { countActiveOrders } from '../../../storage/orders/order-counts.ts'
import { countOpenProblems } from '../../../storage/payments/payment-problem-list.ts'
import { findRazorpayKeys } from '../../../storage/payments/razorpay-keys.ts'
import { sumRefundsDue } from '../../../storage/payments/refund-list.ts'
import type { StoreRow } from '../../../storage/schema.ts'
import { countRowsOf } from '../../../storage/stores/count-rows-of.ts'
import { listFormerAddresses } from '../../../storage/stores/former-addresses.ts'
import { findStore } from '../../../storage/stores/stores.ts'
import type { World } from '../../../world.ts'
import { throttlePerson } from '../accounts/throttle.ts'
import type { Handlers } from '../endpoint.ts'
import { readAttempt } from '../input/read-attempt.ts'
import { unlessChanged } from '../input/unless-changed.ts'

async function settingsOf(world: World, storeId: string): Promise<StoreSettings> {
  const store = await findStore(world.db, storeId)
  if (!store) throw new DashboardError('store_not_found')
  return presentSettings(store, world.publicUrl)
}

function presentSettings(store: StoreRow, publicUrl: string): StoreSettings {
  const { id, name, slug, logo, contact_phone, business_name, business_address, sender_name } = store
  return {
    id,
    name,
    slug,
    page: `${publicUrl}${storePath(slug)}`,
    logo: logo && publicImageUrl(logo, publicUrl),
    contact_email: store.contact_email ?? '',
    contact_phone,
    business_name,
    business_address,
    shipping_default: toRupees(store.shipping_default_paise),
    sender_name,
    new_order_mails: store.new_order_mails === 1,
  }
}

const settingsNote = (world: World, storeId: string, person: Actor) =>
  audited(world, storeId, person, (changed: readonly string[]) => ({
    action: 'store.settings_changed',
    subject: changed.join(', '),
  }))

const RAZORPAY_FIELDS = { keyId: 'key_id', keySecret: 'key_secret', webhookSecret: 'webhook_secret' } as const
const REFUSED_KEYS = 'Razorpay does not accept this secret with this key id'

export const STORE_HANDLERS: Handlers<keyof typeof STORE_ROUTES> = {
  async createStore(call) {
    await throttlePerson(call, 'store', call.person.id)
    const { attempt, ...wishes } = call.input
    const key = attempt === undefined ? undefined : readAttempt(attempt)
    return createOwnStore(call.world, call.person, { ...wishes, attempt: key })
  },

  readSettings({ world, input }) {
    return settingsOf(world, input.store)
  },

  async changeSettings({ world, person, input: { store, was, ...changes } }) {
    const allow = (kept: StoreRow) => unlessChanged(was, { ...presentSettings(kept, world.publicUrl) })
    await changeSettings(world, { storeId: store, input: changes, allow }, settingsNote(world, store, person))
    return settingsOf(world, store)
  },

  async changeLogo({ world, person, input: { store, primary_image } }) {
    const problem = image.problem(primary_image, 'primary_image')
    if (problem) throw wrongField('primary_image', problem)
    const sent = primary_image as string | CheckedUpload | null
    const logo = await changeLogo(world, store, sent, settingsNote(world, store, person))
    return { logo: logo && publicImageUrl(logo, world.publicUrl) }
  },

  async listFormerAddresses({ world, input: { store } }) {
    const kept = await listFormerAddresses(world.db, store)
    return {
      items: kept.map(({ slug, given_up_at }) => ({
        slug,
        page: `${world.publicUrl}${storePath(slug)}`,
        given_up_at: isoTime(given_up_at),
      })),
    }
  },

  async letAddressGo({ world, person, input: { store, address } }) {
    const note = audited(world, store, person, (slug: string) => ({
      action: 'store.address_let_go',
      subject: slug,
    }))
    await letAddressGo(world, { storeId: store, slug: address }, note)
    return {}
  },

  async readPayments({ world, input: { store } }) {
    const keys = await findRazorpayKeys(world.db, store)
    return {
      gateway: keys ? 'razorpay' : 'test',
      key_id: keys?.key_id ?? null,
      since: isoTimeOrNull(keys?.created_at ?? null),
      webhook_url: world.publicUrl + razorpayWebhookPath(store),
    }
  },

  async setRazorpay(call) {
    const { world, person, input } = call
    const { store, key_id, key_secret, webhook_secret } = input
    const keys = { keyId: key_id, keySecret: key_secret, webhookSecret: webhook_secret }
    const problem = razorpayKeysProblem(keys)
    if (problem) throw wrongField(RAZORPAY_FIELDS[problem.name], problem.sentence)
    await throttlePerson(call, 'razorpay', person.id)
    const accepted = await tryRazorpayKeys(world, keys)
    if (accepted === false) throw wrongField('key_secret', REFUSED_KEYS)
    const note = audited(world, store, person, () => ({
      action: 'payments.changed',
      subject: 'Razorpay',
      detail: key_id,
    }))
    await setRazorpayKeys(world, store, keys, note)
    return { tried: accepted === true }
  },

  async removeRazorpay({ world, person, input: { store } }) {
    const note = audited(world, store, person, () => ({
      action: 'payments.changed',
      subject: 'Test payments',
    }))
    await removeRazorpayKeys(world, store, note)
    return {}
  },

  async readDeletion({ world, input: { store } }) {
    const [products, orders, active, refunds, payment_problems, members] = await Promise.all([
      countRowsOf(world.db, 'products', store),
      countRowsOf(world.db, 'orders', store),
      countActiveOrders(world.db, store),
      sumRefundsDue(world.db, store),
      countOpenProblems(world.db, store),
      listMembers(world.db, store),
    ])
    return {
      products,
      orders,
      active_orders: active,
      refunds_due: refunds.count,
      payment_problems,
      members: members.length,
    }
  },

  async deleteStore(call) {
    const { world, person, input } = call
    await throttlePerson(call, 'password', person.id)
    await confirmPassword(person, input.current_password)
    await deleteStore(world, { storeId: input.store, typedName: input.name, by: person.name })
    return {}
  },
}
