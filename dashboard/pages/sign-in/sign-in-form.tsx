import { useState } from 'react'
import { call, isRefusedAs } from '../../api.ts'
import { useDoAndLook } from '../../forms/do-and-look.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { texts } from '../../texts.ts'
import { EmailField, PasswordField } from './account-fields.tsx'
import { CodeField } from './code-field.tsx'

export function SignInForm({ email, onDone }: { email: string; onDone: () => Promise<unknown> }) {
  const [needsCode, setNeedsCode] = useState(false)
  const doAndLook = useDoAndLook()
  const form = useForm({
    initial: { email, password: '', code: '' },
    save: async ({ code, ...values }) => {
      const asked = { ...values, ...(code && { code }) }
      try {
        await doAndLook(asked, () => call('signIn', asked, { quiet: true }), onDone)
      } catch (error) {
        if (!isRefusedAs('code_needed', error) || needsCode) throw error
        setNeedsCode(true)
      }
    },
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} className="stack">
      <EmailField form={form} />
      <PasswordField form={form} focus={email !== ''} />
      {needsCode && <CodeField form={form} focus />}
      <FormEnd form={form} action={texts.account.signIn} />
    </form>
  )
}
