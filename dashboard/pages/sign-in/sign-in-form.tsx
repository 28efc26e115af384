import { useState } from 'react'
import { ApiProblem, call } from '../../api.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { useForm } from '../../forms/use-form.ts'
import { texts } from '../../texts.ts'
import { EmailField, PasswordField } from './account-fields.tsx'
import { CodeField } from './code-field.tsx'

export function SignInForm({ email, onDone }: { email: string; onDone: () => Promise<unknown> }) {
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm({
    initial: { email, password: '', code: '' },
    save: async ({ code, ...values }) => {
      try {
        await call('signIn', { ...values, ...(code && { code }) }, { quiet: true })
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'code_needed' || needsCode) throw error
        return setNeedsCode(true)
      }
      await onDone()
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
