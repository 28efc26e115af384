import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { WebhookLine } from '#contract/dashboard/webhooks.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/states.tsx'
import { useForget, useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { Doctor } from './webhook-doctor.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { TestResult } from './webhook-test.tsx'

const words = texts.developer.webhooks
type Open = 'off' | 'remove' | 'rotate' | 'test' | 'doctor'

export function WebhookActions({ webhook }: { webhook: WebhookLine }) {
  const { store_id, slug } = useStore()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const forget = useForget()
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<{ title: string; value: string }>()
  const [error, setError] = useState<unknown>()
  const close = () => setOpen(undefined)
  const input = { store: store_id, webhook: webhook.id }

  const tryTo = async (work: () => Promise<unknown>) => {
    setError(undefined)
    await work().catch(setError)
  }
  const turn = async (enabled: boolean) => {
    await call('switchWebhook', { ...input, enabled })
    await refresh('listWebhooks', 'overview')
  }
  const reveal = async () => {
    const { secret: value } = await call('revealWebhookSecret', input)
    setSecret({ title: words.secretTitle, value })
  }
  const rotate = async () => {
    const { secret: value } = await call('rotateWebhookSecret', input)
    void refresh('listWebhooks')
    return { title: words.rotatedTitle, value }
  }
  const remove = async () => {
    await call('removeWebhook', input)
    forget('overview')
    await navigate({ to: '/s/$store/developer', params: { store: slug } })
    notifications.show({ message: words.removed })
    await refresh('listWebhooks')
  }
  return (
    <>
      <div className="inline">
        <Button onClick={() => setOpen('test')}>{words.test}</Button>
        <Button variant="default" onClick={() => setOpen('doctor')}>
          {words.doctor}
        </Button>
        <Button variant="default" onClick={() => void tryTo(reveal)}>
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
      <Confirm
        opened={open === 'off'}
        onClose={close}
        title={words.disableTitle}
        action={words.disable}
        onConfirm={() => turn(false)}
      >
        <p>{words.disableNote}</p>
      </Confirm>
      <Confirm
        opened={open === 'rotate'}
        onClose={close}
        title={words.rotateTitle}
        action={words.rotate}
        onConfirm={rotate}
        onDone={setSecret}
      >
        <p>{words.rotateNote}</p>
      </Confirm>
      <Confirm
        opened={open === 'remove'}
        onClose={close}
        title={words.removeTitle}
        action={words.remove}
        onConfirm={remove}
        danger
      >
        <p>{words.removeNote(webhook.url)}</p>
      </Confirm>
      {open === 'test' && <TestResult webhook={webhook.id} onClose={close} />}
      {open === 'doctor' && <Doctor webhook={webhook.id} onClose={close} />}
      {secret && (
        <WebhookSecret title={secret.title} secret={secret.value} onClose={() => setSecret(undefined)} />
      )}
    </>
  )
}
