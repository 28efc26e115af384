import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { texts } from '../texts.ts'
import { Problem } from './states.tsx'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  wide?: boolean
  /** The only way out is to do what it asks. */
  firm?: boolean
}

export const Dialog = ({ opened, onClose, title, children, wide, firm = false }: DialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={title}
    size={wide ? 'lg' : 'md'}
    centered
    lockScroll={false}
    withCloseButton={!firm}
    closeOnEscape={!firm}
    closeOnClickOutside={false}
    closeButtonProps={{ 'aria-label': texts.actions.close }}
    transitionProps={{ duration: 120 }}
  >
    {children}
  </Modal>
)

interface ConfirmProps {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen, in numbers. */
  children: ReactNode
  action: string
  onConfirm: () => Promise<unknown>
  /** Another word for going back, where the action has that one. */
  keep?: string
  danger?: boolean
  ready?: boolean
  /** What went wrong stands beside a field already. */
  saidBeside?: boolean
}

export function Confirm({
  opened,
  onClose,
  title,
  children,
  action,
  onConfirm,
  keep = texts.actions.keep,
  danger,
  ready = true,
  saidBeside = false,
}: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    setError(undefined)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <div className="stack">
        {children}
        {error !== undefined && !saidBeside && <Problem error={error} />}
        <div className="buttons">
          <Button variant="default" onClick={close}>
            {keep}
          </Button>
          <Button
            {...(danger && { color: 'danger' })}
            loading={busy}
            disabled={!ready}
            onClick={() => void run()}
          >
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
