import { Button, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ROLES } from '#contract/dashboard/route.ts'
import { call } from '../../api.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { textField } from '../../forms/text-field.ts'
import { useForm } from '../../forms/use-form.ts'
import { SecretBox } from '../../parts/copying/secret-box.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { tellDone } from '../../parts/tell-done.ts'
import { useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.team

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const [link, setLink] = useState<string>()
  const form = useForm({
    initial: { email: '', role: 'staff' },
    save: (values) => call('invite', { store: store_id, ...values }),
    saved: async (sent, { email }) => {
      await refresh('readTeam')
      if (sent.link) return setLink(sent.link)
      tellDone(words.sent(email))
      onClose()
    },
  })
  if (link)
    return (
      <Dialog opened onClose={onClose} title={words.linkTitle}>
        <div className="stack">
          <p>{words.linkNote(form.values.email)}</p>
          <SecretBox value={link} label={words.link} />
          <div className="buttons">
            <Button onClick={onClose}>{texts.actions.done}</Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog opened onClose={onClose} title={words.inviteTitle}>
      <FormStack form={form}>
        <TextInput label={words.email} type="email" data-autofocus {...textField(form, 'email')} />
        <Radio.Group
          label={words.role}
          value={form.values.role}
          error={form.errors.role}
          onChange={(role) => form.set('role', role)}
        >
          <div className="stack-tight">
            {[...ROLES].reverse().map((role) => (
              <Radio key={role} value={role} label={texts.roles[role]} description={texts.roleNotes[role]} />
            ))}
          </div>
        </Radio.Group>
        <FormEnd form={form} action={words.send} onBack={onClose} />
      </FormStack>
    </Dialog>
  )
}
