import { useState } from 'react'
import { call } from '../../api.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { TextLink } from '../../parts/links.tsx'
import { useSendsMails } from '../../session.ts'
import { texts } from '../../texts.ts'
import { EmailField, NewPasswordField } from './account-fields.tsx'
import { Gate } from './gate.tsx'
import { useLinkToken } from './link-token.ts'

const toSignIn = (
  <TextLink to="/sign-in" inherit>
    {texts.account.backToSignIn}
  </TextLink>
)

export function AskReset() {
  const sendsMails = useSendsMails()
  const [sent, setSent] = useState(false)
  const form = useForm({
    initial: { email: '' },
    save: async (values) => {
      await call('askReset', values, { quiet: true })
      setSent(true)
    },
  })
  if (!sendsMails)
    return <Gate title={texts.account.resetTitle} note={texts.account.noMails} foot={toSignIn} />
  if (sent)
    return (
      <Gate
        title={texts.account.checkMailTitle}
        note={texts.account.checkMail(form.values.email)}
        foot={toSignIn}
      />
    )
  return (
    <Gate title={texts.account.resetTitle} note={texts.account.resetNote} foot={toSignIn}>
      <form onSubmit={(event) => void form.submit(event)} className="stack">
        <EmailField form={form} />
        <FormEnd form={form} action={texts.account.resetSend} />
      </form>
    </Gate>
  )
}

export function FinishReset() {
  const token = useLinkToken()
  const [done, setDone] = useState(false)
  const form = useForm({
    initial: { password: '' },
    save: async ({ password }) => {
      await call('resetPassword', { token, password }, { quiet: true })
      setDone(true)
    },
  })
  if (!token)
    return <Gate title={texts.account.resetFinishTitle} note={texts.account.linkMissing} foot={toSignIn} />
  if (done)
    return <Gate title={texts.account.resetFinishTitle} note={texts.account.resetDone} foot={toSignIn} />
  return (
    <Gate title={texts.account.resetFinishTitle} foot={toSignIn}>
      <form onSubmit={(event) => void form.submit(event)} className="stack">
        <NewPasswordField form={form} label={texts.account.newPassword} />
        <FormEnd form={form} action={texts.account.resetFinish} />
      </form>
    </Gate>
  )
}
