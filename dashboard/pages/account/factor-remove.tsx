import { call } from '../../api.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { seeSession } from '../../session.ts'
import { texts } from '../../texts.ts'
import { CurrentPasswordField } from '../sign-in/account-fields.tsx'
import { CodeField } from '../sign-in/code-field.tsx'

const words = texts.account

export function RemoveFactor({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { current_password: '', code: '' },
    save: (values) => call('removeSecondFactor', values),
    saved: async () => {
      await seeSession()
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={words.factorRemoveTitle}>
      <FormStack form={form}>
        <CurrentPasswordField form={form} focus />
        <CodeField form={form} />
        <FormEnd form={form} action={words.factorRemove} onBack={onClose} back={texts.actions.keep} />
      </FormStack>
    </Dialog>
  )
}
