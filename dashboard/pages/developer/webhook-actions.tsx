import { Button, Menu } from '@mantine/core'
import { useRef, useState } from 'react'
import type { WebhookLine } from '#contract/dashboard/webhooks.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Problem } from '../../parts/states.tsx'
import { texts } from '../../texts.ts'
import { type ShownSecret, useWebhookCalls } from './use-webhook-calls.ts'
import { Doctor } from './webhook-doctor.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { TestResult } from './webhook-test.tsx'

const words = texts.developer.webhooks
type Open = 'off' | 'remove' | 'rotate' | 'test' | 'doctor'

/** The most likely action in the webhook's current state stands out; rare actions are in a menu. */
export function WebhookActions({ webhook }: { webhook: WebhookLine }) {
  const { turn, reveal } = useWebhookCalls(webhook.id)
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<ShownSecret>()
  const [error, setError] = useState<unknown>()
  const [turning, setTurning] = useState(false)
  const first = !webhook.enabled ? 'on' : webhook.failing_since ? 'doctor' : 'test'
  const close = () => setOpen(undefined)
  const menu = useRef<HTMLButtonElement>(null)
  // A chosen menu item disappears with the menu, so the dialog could not give the focus back to it.
  const choose = (work: () => void) => () => {
    menu.current?.focus()
    work()
  }
  const tryTo = async (work: () => Promise<unknown>) => {
    setError(undefined)
    await work().catch(setError)
  }
  const turnOn = async () => {
    setTurning(true)
    await tryTo(() => turn(true))
    setTurning(false)
  }
  return (
    <>
      <div className="inline">
        {!webhook.enabled && (
          <Button loading={turning} onClick={() => void turnOn()}>
            {words.enable}
          </Button>
        )}
        <Button variant={first === 'test' ? 'filled' : 'default'} onClick={() => setOpen('test')}>
          {words.test}
        </Button>
        <Button variant={first === 'doctor' ? 'filled' : 'default'} onClick={() => setOpen('doctor')}>
          {words.doctor}
        </Button>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button ref={menu} variant="subtle" rightSection={<Icon name="down" size={16} />}>
              {words.others}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={choose(() => void tryTo(async () => setSecret(await reveal())))}>
              {words.reveal}
            </Menu.Item>
            <Menu.Item onClick={choose(() => setOpen('rotate'))}>{words.rotate}</Menu.Item>
            {webhook.enabled && <Menu.Item onClick={choose(() => setOpen('off'))}>{words.disable}</Menu.Item>}
            <Menu.Divider />
            <Menu.Item className="danger-button" onClick={choose(() => setOpen('remove'))}>
              {words.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
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
