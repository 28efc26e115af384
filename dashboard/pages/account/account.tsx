import { PasswordInput, TextInput } from '@mantine/core'
import { call } from '../../api.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { textField } from '../../forms/text-field.ts'
import { useForm } from '../../forms/use-form.ts'
import { Card, Page } from '../../parts/page.tsx'
import { tellDone } from '../../parts/tell-done.ts'
import { useRefresh } from '../../queries.ts'
import { seeSession, usePerson, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { CurrentPasswordField } from '../sign-in/account-fields.tsx'
import { Devices } from './account-devices.tsx'
import { EmailAddress } from './account-email.tsx'
import { SecondFactor } from './account-factor.tsx'
import { LeaveStore } from './leave-store.tsx'

const words = texts.account

export function AccountPage() {
  const person = usePerson()
  const { role } = useStore()
  return (
    <Page title={words.title} lead={words.lead(person.email)} narrow>
      <Profile />
      <EmailAddress />
      <Password />
      <SecondFactor />
      <Devices />
      {role !== 'owner' && <LeaveStore />}
    </Page>
  )
}

function Profile() {
  const form = useForm({
    initial: { name: usePerson().name },
    save: (values) => call('changeName', values),
    saved: async () => {
      tellDone(texts.actions.saved)
      await seeSession()
    },
  })
  return (
    <Card title={words.profile}>
      <FormStack form={form}>
        <TextInput
          label={words.name}
          description={words.nameRule}
          autoComplete="name"
          {...textField(form, 'name')}
        />
        <FormEnd form={form} action={texts.actions.save} ready={form.dirty} short />
      </FormStack>
    </Card>
  )
}

const NO_PASSWORDS = { current_password: '', password: '' }

function Password() {
  const refresh = useRefresh()
  const form = useForm({
    initial: NO_PASSWORDS,
    save: (values) => call('changePassword', values),
    saved: () => {
      form.reset(NO_PASSWORDS)
      tellDone(words.passwordChanged)
      void refresh('listSessions')
    },
  })
  const complete = form.values.current_password !== '' && form.values.password !== ''
  return (
    <Card title={words.passwordTitle}>
      <FormStack form={form}>
        <CurrentPasswordField form={form} />
        <PasswordInput
          label={words.newPassword}
          description={words.passwordRule}
          autoComplete="new-password"
          {...textField(form, 'password')}
        />
        <FormEnd form={form} action={words.passwordChange} ready={complete} short />
      </FormStack>
    </Card>
  )
}
