import type { StoreSettings } from '#contract/dashboard/store.ts'
import { texts } from '../../texts.ts'

const words = texts.store.settings

export const valuesOf = ({
  name,
  slug,
  contact_email,
  contact_phone,
  business_name,
  business_address,
  shipping_default,
  sender_name,
  new_order_mails,
}: StoreSettings) => ({
  name,
  slug,
  contact_email,
  contact_phone,
  business_name,
  business_address,
  shipping_default: shipping_default as number | string,
  sender_name,
  new_order_mails,
})

export type SettingsValues = ReturnType<typeof valuesOf>

export const SETTINGS_LABELS: Record<keyof SettingsValues, string> = {
  name: words.name,
  slug: words.slug,
  contact_email: words.contactEmail,
  contact_phone: words.contactPhone,
  business_name: words.businessName,
  business_address: words.businessAddress,
  shipping_default: words.shipping,
  sender_name: words.sender,
  new_order_mails: words.newOrderMails,
}
