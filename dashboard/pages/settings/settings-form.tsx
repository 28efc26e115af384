import { Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { StoreSettings } from '#contract/dashboard/store.ts'
import { call } from '../../api.ts'
import { text } from '../../forms/field.ts'
import { Rupees, Toggle } from '../../forms/fields.tsx'
import { FormNotices } from '../../forms/form-notices.tsx'
import { namesOf, pick } from '../../forms/rebase.ts'
import { SaveBar } from '../../forms/save-bar.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Card } from '../../parts/page.tsx'
import { useRefresh } from '../../queries.ts'
import { allows, refreshSession, useDraftKey, useMails, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.settings

const valuesOf = ({
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

const LABELS: Record<keyof ReturnType<typeof valuesOf>, string> = {
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

export function SettingsForm({ settings }: { settings: StoreSettings }) {
  const store = useStore()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const form = useForm({
    initial: valuesOf(settings),
    draft: useDraftKey('settings'),
    refetch: () => refresh('readSettings'),
    save: (_, changed, start) => {
      const { shipping_default: shipping } = changed
      return call('changeSettings', {
        store: store.store_id,
        ...changed,
        ...(shipping !== undefined && { shipping_default: Number(shipping) }),
        was: pick(start, namesOf(changed)),
      })
    },
    saved: async (now) => {
      form.reset(valuesOf(now))
      notifications.show({ message: words.saved, color: 'green' })
      await refreshSession()
      if (now.slug !== store.slug)
        await navigate({ to: '/s/$store/settings', params: { store: now.slug }, replace: true })
      await refresh('readSettings')
    },
  })
  const mails = useMails()
  const mayChange = allows(store.role, 'manager')
  return (
    <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
      <FormNotices form={form} labels={LABELS} />
      {!mayChange && <p className="soft">{words.readOnly}</p>}
      <fieldset className="plain stack" disabled={!mayChange}>
        <Card title={words.identity}>
          <div className="stack">
            <TextInput label={words.name} description={words.nameRule} {...text(form, 'name')} />
            <TextInput
              label={words.slug}
              description={words.slugRule}
              autoCapitalize="none"
              spellCheck={false}
              {...text(form, 'slug')}
            />
          </div>
        </Card>
        <Card title={words.contact} note={words.contactNote}>
          <div className="pairs">
            <TextInput
              label={words.contactEmail}
              type="email"
              autoComplete="off"
              {...text(form, 'contact_email')}
            />
            <TextInput
              label={words.contactPhone}
              type="tel"
              autoComplete="off"
              {...text(form, 'contact_phone')}
            />
          </div>
        </Card>
        <div id="business">
          <Card title={words.business} note={words.businessNote}>
            <div className="pairs">
              <TextInput
                label={words.businessName}
                description={words.businessNameRule}
                autoComplete="off"
                {...text(form, 'business_name')}
              />
              <Textarea
                label={words.businessAddress}
                description={words.businessAddressRule}
                autoComplete="off"
                autosize
                minRows={3}
                maxRows={6}
                {...text(form, 'business_address')}
              />
            </div>
          </Card>
        </div>
        <Card title={words.selling}>
          <div className="pairs">
            <Rupees form={form} name="shipping_default" label={words.shipping} rule={words.shippingRule} />
            <TextInput label={words.sender} description={words.senderRule} {...text(form, 'sender_name')} />
            <Toggle
              form={form}
              name="new_order_mails"
              label={words.newOrderMails}
              rule={mails ? words.newOrderMailsRule : words.newOrderMailsKept}
            />
          </div>
        </Card>
      </fieldset>
      {mayChange && <SaveBar form={form} />}
    </form>
  )
}
