import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { textField } from '../../forms/text-field.ts'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Card } from '../../parts/page.tsx'
import { tellDone } from '../../parts/tell-done.ts'
import { useRefresh } from '../../queries.ts'
import { seeSession, usePerson } from '../../session.ts'
import { texts } from '../../texts.ts'
import { CurrentPasswordField } from '../sign-in/account-fields.tsx'
import { CodeField } from '../sign-in/code-field.tsx'

const words = texts.account

export function EmailAddress() {
  const { email } = usePerson()
  const [open, setOpen] = useState(false)
  return (
    <Card
      title={words.email}
      note={words.emailNote(email)}
      action={
        <Button variant="default" onClick={() => setOpen(true)}>
          {words.emailChange}
        </Button>
      }
    >
      {open && <ChangeEmail onClose={() => setOpen(false)} />}
    </Card>
  )
}

function ChangeEmail({ onClose }: { onClose: () => void }) {
  const [mailed, setMailed] = useState<string>()
  return (
    <Dialog opened onClose={onClose} title={mailed ? words.checkMailTitle : words.emailTitle}>
      {mailed ? (
        <Mailed to={mailed} onClose={onClose} />
      ) : (
        <NewAddress onMailed={setMailed} onClose={onClose} />
      )}
    </Dialog>
  )
}

function NewAddress({ onMailed, onClose }: { onMailed: (email: string) => void; onClose: () => void }) {
  const { second_factor } = usePerson()
  const refresh = useRefresh()
  const form = useForm({
    initial: { email: '', current_password: '', code: '' },
    save: ({ code, ...values }) => call('askEmailChange', { ...values, ...(code && { code }) }),
    saved: async ({ outcome }, { email }) => {
      if (outcome === 'check_mail') return onMailed(email.trim())
      await Promise.all([seeSession(), refresh('listSessions')])
      tellDone(words.emailChanged)
      onClose()
    },
    refetch: seeSession,
  })
  return (
    <FormStack form={form}>
      <TextInput
        label={words.emailNew}
        type="email"
        autoComplete="email"
        data-autofocus
        {...textField(form, 'email')}
      />
      <CurrentPasswordField form={form} />
      {second_factor && <CodeField form={form} />}
      <FormEnd form={form} action={words.emailChange} onBack={onClose} />
    </FormStack>
  )
}

function Mailed({ to, onClose }: { to: string; onClose: () => void }) {
  const { email } = usePerson()
  return (
    <div className="stack">
      <p>{words.emailMailed(to)}</p>
      <p className="soft small">{words.emailUntil(email)}</p>
      <div className="buttons">
        <Button onClick={onClose}>{texts.actions.done}</Button>
      </div>
    </div>
  )
}
