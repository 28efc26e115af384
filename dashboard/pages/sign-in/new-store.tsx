import { Anchor, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { addressIn } from '#contract/store-address.ts'
import { call } from '../../api.ts'
import { useAttempt } from '../../forms/attempt.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { textField } from '../../forms/text-field.ts'
import { useForm } from '../../forms/use-form.ts'
import { TextLink } from '../../parts/links.tsx'
import { useSignOut } from '../../parts/use-sign-out.tsx'
import { refreshSession, useSession } from '../../session.ts'
import { texts } from '../../texts.ts'
import { NEEDED } from './account-fields.tsx'
import { Gate } from './gate.tsx'

/** No address can be derived from some names, such as one in Urdu letters; the form then asks for an address. */
const isWithoutAddress = (name: string) => name.trim() !== '' && addressIn(name) === ''

export function NewStore() {
  const navigate = useNavigate()
  const made = useRef<string>(undefined)
  const attemptOf = useAttempt()
  const form = useForm({
    initial: { name: '', slug: '' },
    save: async ({ name, slug: wished }) => {
      const body = { name, ...(isWithoutAddress(name) && { slug: wished }) }
      // If only the reading afterwards fails, a retry must not create a second store.
      made.current ??= (await call('createStore', { ...body, attempt: await attemptOf(body) })).slug
      await refreshSession()
      await navigate({ to: '/s/$store', params: { store: made.current } })
    },
  })
  return (
    <Gate title={texts.account.newStoreTitle} note={texts.account.newStoreLead} foot={<WayBack />}>
      <form onSubmit={(event) => void form.submit(event)} className="stack">
        <TextInput
          label={texts.account.storeName}
          autoComplete="organization"
          {...NEEDED}
          {...textField(form, 'name')}
        />
        {isWithoutAddress(form.values.name) && (
          <TextInput
            label={texts.store.settings.slug}
            description={texts.account.storeAddressRule}
            autoCapitalize="none"
            spellCheck={false}
            {...NEEDED}
            {...textField(form, 'slug')}
          />
        )}
        <FormEnd form={form} action={texts.account.createStore} />
      </form>
    </Gate>
  )
}

/** Leads back to the person's stores; without any, it signs out. */
function WayBack() {
  const leaving = useSignOut()
  const stores = useSession()?.stores ?? []
  if (stores.length > 0)
    return (
      <TextLink to="/" inherit>
        {texts.actions.keep}
      </TextLink>
    )
  return (
    <>
      <p>{texts.account.newStoreInvited}</p>
      <Anchor component="button" type="button" inherit underline="always" onClick={() => void leaving.ask()}>
        {texts.shell.signOut}
      </Anchor>
      {leaving.dialog}
    </>
  )
}
