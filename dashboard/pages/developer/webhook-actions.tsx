import { Button } from '@mantine/core'
import { useState } from 'react'
import type { WebhookLine } from '#contract/dashboard/webhooks.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { Problem } from '../../parts/states.tsx'
import { texts } from '../../texts.ts'
import { type ShownSecret, useWebhookCalls } from './use-webhook-calls.ts'
import { Doctor } from './webhook-doctor.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { TestResult } from './webhook-test.tsx'

const words = texts.developer.webhooks
type Open = 'off' | 'remove' | 'rotate' | 'test' | 'doctor'

export function WebhookActions({ webhook }: { webhook: WebhookLine }) {
  const { turn, reveal } = useWebhookCalls(webhook.id)
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<ShownSecret>()
  const [error, setError] = useState<unknown>()
  const close = () => setOpen(undefined)
  const tryTo = async (work: () => Promise<unknown>) => {
    setError(undefined)
    await work().catch(setError)
  }
  return (
    <>
      <div className="inline">
        <Button onClick={() => setOpen('test')}>{words.test}</Button>
        <Button variant="default" onClick={() => setOpen('doctor')}>
          {words.doctor}
        </Button>
        <Button variant="default" onClick={() => void tryTo(async () => setSecret(await reveal()))}>
          {words.reveal}
        </Button>
        <Button variant="default" onClick={() => setOpen('rotate')}>
          {words.rotate}
        </Button>
        {webhook.enabled ? (
          <Button variant="default" onClick={() => setOpen('off')}>
            {words.disable}
          </Button>
        ) : (
          <Button variant="default" onClick={() => void tryTo(() => turn(true))}>
            {words.enable}
          </Button>
        )}
        <Button variant="default" className="danger-button" onClick={() => setOpen('remove')}>
          {words.remove}
        </Button>
      </div>
      {error !== undefined && <Problem error={error} />}
      <Confirmations webhook={webhook} open={open} onClose={close} onSecret={setSecret} />
      {open === 'test' && <TestResult webhook={webhook.id} onClose={close} />}
      {open === 'doctor' && <Doctor webhook={webhook.id} onClose={close} />}
      {secret && (
        <WebhookSecret title={secret.title} secret={secret.value} onClose={() => setSecret(undefined)} />
      )}
    </>
  )
}

interface ConfirmationsProps {
  webhook: WebhookLine
  open: Open | undefined
  onClose: () => void
  onSecret: (secret: ShownSecret) => void
}

function Confirmations({ webhook, open, onClose, onSecret }: ConfirmationsProps) {
  const { turn, rotate, remove } = useWebhookCalls(webhook.id)
  return (
    <>
      <Confirm
        opened={open === 'off'}
        onClose={onClose}
        title={words.disableTitle}
        action={words.disable}
        onConfirm={() => turn(false)}
      >
        <p>{words.disableNote}</p>
      </Confirm>
      <Confirm
        opened={open === 'rotate'}
        onClose={onClose}
        title={words.rotateTitle}
        action={words.rotate}
        onConfirm={rotate}
        onDone={onSecret}
      >
        <p>{words.rotateNote}</p>
      </Confirm>
      <Confirm
        opened={open === 'remove'}
        onClose={onClose}
        title={words.removeTitle}
        action={words.remove}
        onConfirm={remove}
        danger
      >
        <p>{words.removeNote(webhook.url)}</p>
      </Confirm>
    </>
  )
}
