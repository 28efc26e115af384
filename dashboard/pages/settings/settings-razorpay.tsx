import { PasswordInput, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
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

const words = texts.store.settings

interface Props {
  keyId: string
  webhookUrl: string
  onClose: () => void
}

export function RazorpayDialog({ keyId, webhookUrl, onClose }: Props) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const form = useForm({
    initial: { key_id: keyId, key_secret: '', webhook_secret: '' },
    save: (values) => call('setRazorpay', { store: store_id, ...values }),
    saved: async ({ tried }) => {
      if (tried) tellDone(words.paymentSaved)
      else notifications.show({ message: words.paymentUntried, color: 'yellow', autoClose: false })
      onClose()
      await refresh('readPayments', 'overview')
    },
  })
  return (
    <Dialog opened onClose={onClose} title={keyId ? words.paymentChange : words.paymentConnect}>
      <FormStack form={form}>
        <TextInput
          label={words.paymentKeyId}
          description={words.paymentKeyIdRule}
          autoComplete="off"
          data-autofocus
          {...textField(form, 'key_id')}
        />
        <PasswordInput
          label={words.paymentKeySecret}
          description={words.paymentSecretNote}
          autoComplete="off"
          {...textField(form, 'key_secret')}
        />
        <PasswordInput
          label={words.paymentWebhookSecret}
          description={words.paymentWebhookSecretRule}
          autoComplete="off"
          {...textField(form, 'webhook_secret')}
        />
        <div className="stack-tight">
          <p className="label">{words.paymentWebhookUrl}</p>
          <SecretBox value={webhookUrl} label={words.paymentWebhookUrl} once={false} />
          <p className="soft small">{words.paymentWebhookNote}</p>
        </div>
        <p className="soft small">{words.paymentExact}</p>
        <FormEnd form={form} action={texts.actions.save} onBack={onClose} />
      </FormStack>
    </Dialog>
  )
}
