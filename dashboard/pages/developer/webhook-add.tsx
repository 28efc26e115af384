import { useState } from 'react'
import { call } from '../../api.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { textField } from '../../forms/text-field.ts'
import { UrlInput } from '../../forms/url-input.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { WebhookSecret } from './webhook-secret.tsx'

const words = texts.developer.webhooks

export function AddWebhook({ onClose }: { onClose: () => void }) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const [secret, setSecret] = useState<string>()
  const form = useForm({
    initial: { url: '' },
    // If only the answer was lost, the list shows the webhook.
    save: ({ url }) =>
      call('addWebhook', { store: store_id, url: url.trim() }).finally(
        () => void refresh('listWebhooks', 'overview'),
      ),
    saved: ({ secret }) => setSecret(secret),
  })
  if (secret) return <WebhookSecret title={words.secretTitle} secret={secret} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={words.addTitle}>
      <FormStack form={form}>
        <UrlInput label={words.url} description={words.urlRule} data-autofocus {...textField(form, 'url')} />
        <FormEnd form={form} action={words.add} onBack={onClose} />
      </FormStack>
    </Dialog>
  )
}
