import { Button, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, call, isRefusedAs } from '../../api.ts'
import { useDoAndLook } from '../../forms/do-and-look.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { textField } from '../../forms/text-field.ts'
import { useForm } from '../../forms/use-form.ts'
import { TextLink } from '../../parts/links.tsx'
import { LoadingRows, Problem } from '../../parts/states.tsx'
import { texts } from '../../texts.ts'
import { EmailField, NEEDED, NewPasswordField, PasswordField } from './account-fields.tsx'
import { useEntered } from './entered.ts'
import { Gate } from './gate.tsx'
import { useLinkToken } from './link-token.ts'
import { useLink } from './use-link.ts'

export function SignUp() {
  const search = useSearch({ strict: false })
  const enter = useEntered()
  const [step, setStep] = useState<'first' | 'mailed' | 'again'>('first')
  const doAndLook = useDoAndLook<AnswerOf<'signUp'>>()
  const form = useForm({
    initial: { name: '', email: search.email ?? '', password: '' },
    save: (values) =>
      doAndLook(
        values,
        () => call('signUp', values, { quiet: true }),
        ({ outcome }) => (outcome === 'check_mail' ? setStep('mailed') : enter()),
      ),
  })
  if (step === 'mailed')
    return (
      <Gate
        title={texts.account.checkMailTitle}
        note={texts.account.checkMail(form.values.email)}
        foot={
          <Button variant="subtle" color="gray" onClick={() => setStep('again')}>
            {texts.account.changeAddress}
          </Button>
        }
      />
    )
  return (
    <Gate
      title={texts.account.signUpTitle}
      note={texts.account.tagline}
      foot={
        <>
          {texts.account.haveAccount}{' '}
          <TextLink to="/sign-in" search={search} inherit>
            {texts.account.signIn}
          </TextLink>
        </>
      }
    >
      <form onSubmit={(event) => void form.submit(event)} className="stack">
        <TextInput label={texts.account.name} autoComplete="name" {...NEEDED} {...textField(form, 'name')} />
        <EmailField form={form} focus={step === 'again'} />
        <NewPasswordField form={form} />
        <FormEnd form={form} action={texts.account.signUp} />
      </form>
    </Gate>
  )
}

/** The target of the link in the confirmation mail. */
export function ConfirmSignUp() {
  const token = useLinkToken()
  const { error, retry } = useLink(token, useConfirm(token))
  if (!token) return <Gate title={texts.account.confirming} note={texts.account.linkMissing} />
  if (isRefusedAs('password_needed', error)) return <ConfirmWithPassword token={token} />
  return (
    <Gate title={texts.account.confirming}>
      {error ? <Problem error={error} {...retry} /> : <LoadingRows rows={2} />}
      {error !== undefined && <TextLink to="/sign-in">{texts.account.backToSignIn}</TextLink>}
    </Gate>
  )
}

/** Uses the link and enters the dashboard. */
function useConfirm(token: string) {
  const enter = useEntered()
  const doAndLook = useDoAndLook()
  return (given: { password?: string } = {}) => {
    const asked = { token, ...given }
    return doAndLook(asked, () => call('confirmSignUp', asked, { quiet: true }), enter)
  }
}

/** For a link opened in another browser than the one that signed up. */
function ConfirmWithPassword({ token }: { token: string }) {
  const form = useForm({ initial: { password: '' }, save: useConfirm(token) })
  return (
    <Gate title={texts.account.confirming} note={texts.account.confirmElsewhere}>
      <form onSubmit={(event) => void form.submit(event)} className="stack">
        <PasswordField form={form} focus />
        <FormEnd form={form} action={texts.account.confirm} />
      </form>
    </Gate>
  )
}
