import { DashboardError, wrongFields } from '#contract/dashboard/errors.ts'
import { plainDigits } from '#contract/plain-digits.ts'
import { emailOf } from '../../rules/mails/mail-address.ts'
import { businessAddressProblem, policyText } from '../../rules/stores/policies.ts'
import { money } from '../../rules/values/field.ts'
import { toPaise } from '../../rules/values/money.ts'
import { businessNameProblem, senderNameProblem, storeNameProblem } from '../../rules/values/names.ts'
import { slugProblem } from '../../rules/values/slug.ts'
import type { StoreRow } from '../../storage/schema.ts'
import { findStore, holdStore, lockWholeStore, updateStore } from '../../storage/stores/stores.ts'
import type { World } from '../../world.ts'
import { ifDuplicate } from '../if-duplicate.ts'
import type { Note } from '../note.ts'
import { changeAddress, slugTaken } from './address.ts'

type Changes = Partial<Omit<StoreRow, 'policies'>>

interface SettingsInput {
  name?: string | undefined
  slug?: string | undefined
  contact_email?: string | undefined
  contact_phone?: string | undefined
  business_name?: string | undefined
  business_address?: string | undefined
  shipping_default?: unknown
  sender_name?: string | undefined
  new_order_mails?: boolean | undefined
}

const shipping = money('>= 0')
const PHONE = /^(?=(\D*\d){6})\+?[\d ()-]{6,20}$/

/** For each setting: the problem with a value, or the columns that it sets. */
const SETTINGS: {
  [Name in keyof Required<SettingsInput>]: (value: NonNullable<SettingsInput[Name]>) => Changes | string
} = {
  name: (name) => storeNameProblem(name) ?? { name: name.trim() },
  slug: (slug) => slugProblem(slug) ?? { slug },
  contact_email(text) {
    if (text.trim() === '') return { contact_email: null }
    const contact_email = emailOf(text)
    return contact_email ? { contact_email } : 'Enter an e-mail address'
  },
  contact_phone(text) {
    const contact_phone = plainDigits(text).trim()
    return contact_phone === '' || PHONE.test(contact_phone)
      ? { contact_phone }
      : 'Enter a phone number of 6 to 20 digits'
  },
  business_name: (name) => businessNameProblem(name) ?? { business_name: name.trim() },
  business_address(text) {
    const business_address = policyText(text)
    return businessAddressProblem(business_address) ?? { business_address }
  },
  shipping_default: (value) =>
    shipping.problem(value, 'shipping_default') ?? { shipping_default_paise: toPaise(value as number) },
  sender_name: (name) => senderNameProblem(name) ?? { sender_name: name.trim() },
  new_order_mails: (wanted) => ({ new_order_mails: wanted ? 1 : 0 }),
}

interface SettingsChange {
  storeId: string
  input: SettingsInput
  /** Gets the store as it is, locked until it is changed; throws to refuse. */
  allow?: (kept: StoreRow) => void
}

/** Gets the names of the settings that changed. */
export type SettingsNote = Note<readonly string[]>

export async function changeSettings(
  world: World,
  { storeId, input, allow }: SettingsChange,
  note?: SettingsNote,
): Promise<void> {
  const changes: Changes = {}
  const problems: Record<string, string> = {}
  for (const name of Object.keys(SETTINGS) as (keyof SettingsInput)[]) {
    const value = input[name]
    if (value === undefined || value === null) continue
    const judged = (SETTINGS[name] as (value: unknown) => Changes | string)(value)
    if (typeof judged === 'string') problems[name] = judged
    else Object.assign(changes, judged)
  }
  if (Object.keys(problems).length > 0) throw wrongFields(problems)
  const changing = world.db.transaction(async (tx) => {
    // A new address must wait for all who hold the store's shared lock. Taking the weaker lock first and then waiting
    // for the stronger could deadlock.
    await (changes.slug === undefined ? holdStore : lockWholeStore)(tx, storeId)
    const kept = await findStore(tx, storeId)
    if (!kept) throw new DashboardError('store_not_found')
    allow?.(kept)
    const changed = (Object.keys(changes) as (keyof Changes)[]).filter((name) => changes[name] !== kept[name])
    if (changed.length === 0) return
    const { slug, ...others } = changes
    if (slug !== undefined && slug !== kept.slug) await changeAddress(tx, world, kept, slug)
    if (Object.keys(others).length > 0) await updateStore(tx, storeId, others)
    await note?.(tx, changed)
  })
  await changing.catch(ifDuplicate(world.db, slugTaken))
}
