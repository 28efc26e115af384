import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { textField } from '../../forms/text-field.ts'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { tellDone } from '../../parts/tell-done.ts'
import { useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.developer.webhooks
const DAY_MS = 86_400_000

/** What a datetime-local field holds, in the viewer's time zone. */
const localTime = (at: number) =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Shows the count before sending, so that sellers do not flood their own servers by mistake. */
export function ReplayRange({ webhook, onClose }: { webhook: string; onClose: () => void }) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const [counted, setCounted] = useState<number>()
  const [start] = useState(() => Date.now())
  const form = useForm({
    initial: { from: localTime(start - DAY_MS), to: localTime(start + 60_000), undelivered: true },
    save: ({ from, to, undelivered }) =>
      call('replayRange', {
        store: store_id,
        webhook,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        undelivered,
        count_only: counted === undefined,
      }),
    saved: async ({ events }, _, since) => {
      if (counted === undefined) return Object.keys(since ?? {}).length === 0 && setCounted(events)
      tellDone(words.rangeSent(events))
      await refresh('listDeliveries')
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={words.rangeTitle}>
      <FormStack form={form} onChange={() => setCounted(undefined)}>
        <p>{words.rangeNote}</p>
        <div className="pairs">
          <TextInput label={words.rangeFrom} type="datetime-local" {...textField(form, 'from')} />
          <TextInput label={words.rangeTo} type="datetime-local" {...textField(form, 'to')} />
        </div>
        <Switch
          label={words.rangeUndelivered}
          checked={form.values.undelivered}
          onChange={(event) => form.set('undelivered', event.currentTarget.checked)}
        />
        {counted !== undefined && (
          <p role="status">
            <strong>{words.rangeCounted(counted)}</strong>
          </p>
        )}
        <FormEnd
          form={form}
          action={counted ? words.rangeSend(counted) : words.rangeCount}
          onBack={onClose}
          ready={counted !== 0 && form.values.from !== '' && form.values.to !== ''}
        />
      </FormStack>
    </Dialog>
  )
}
