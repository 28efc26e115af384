import { useNavigate } from '@tanstack/react-router'
import { roleAllows } from '#contract/dashboard/route.ts'
import type { StoreSettings } from '#contract/dashboard/store.ts'
import { call } from '../../api.ts'
import { FormNotices } from '../../forms/form-notices.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { namesOf, pick } from '../../forms/rebase.ts'
import { SaveBar } from '../../forms/save-bar.tsx'
import { useForm } from '../../forms/use-form.ts'
import { tellDone } from '../../parts/tell-done.ts'
import { useRefresh } from '../../queries.ts'
import { seeSession, useDraftKey, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { BusinessCard, ContactCard, IdentityCard, SellingCard } from './settings-cards.tsx'
import { SETTINGS_LABELS, valuesOf } from './settings-values.ts'

const words = texts.store.settings

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
      form.settle(valuesOf(now))
      tellDone(now.slug === store.slug ? words.saved : words.moved(store.slug))
      const seen = await seeSession()
      // The URL must change only after the session knows the new address.
      if (seen && now.slug !== store.slug)
        await navigate({
          to: '/s/$store/settings',
          params: { store: now.slug },
          replace: true,
          ignoreBlocker: true,
        })
      // The settings appear in the policies too, as contact details.
      await refresh('readSettings', 'listPolicies', 'listFormerAddresses')
    },
  })
  const mayChange = roleAllows(store.role, 'manager')
  return (
    <FormStack form={form}>
      <FormNotices form={form} labels={SETTINGS_LABELS} />
      {!mayChange && <p className="soft">{words.readOnly}</p>}
      <fieldset className="plain stack" disabled={!mayChange}>
        <IdentityCard form={form} />
        <ContactCard form={form} />
        <BusinessCard form={form} />
        <SellingCard form={form} />
      </fieldset>
      {mayChange && <SaveBar form={form} />}
    </FormStack>
  )
}
