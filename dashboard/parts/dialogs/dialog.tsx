import { Button, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../api.ts'
import { texts } from '../../texts.ts'
import { Problem } from '../states.tsx'
import { Hold } from './use-hold.ts'

interface DialogProps {
  opened: boolean
  onClose: () => void
  onGone?: () => void
  title: string
  children: ReactNode
  wide?: boolean
  /** The dialog cannot be closed without doing what it asks. */
  firm?: boolean
  /** The action is running. */
  busy?: boolean
}

/** Stays open while its action runs: otherwise nobody would see the answer, which may be a secret shown only once. */
export function Dialog({ opened, onClose, onGone, title, children, wide, firm = false, busy }: DialogProps) {
  const [saving, hold] = useState(false)
  const held = busy || saving
  // While it fades away it still shows what it showed: not a key that has replaced the one it was about.
  const [last, setLast] = useState({ title, children })
  if (opened && (last.title !== title || last.children !== children)) setLast({ title, children })
  const shown = opened ? { title, children } : last
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      {...(onGone && { onExitTransitionEnd: onGone })}
      title={shown.title}
      size={wide ? 'lg' : 'md'}
      centered
      lockScroll={false}
      withCloseButton={!firm}
      closeOnEscape={!firm && !held}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': texts.actions.close, disabled: held }}
      transitionProps={{ duration: 120 }}
    >
      <Hold value={hold}>{shown.children}</Hold>
    </Modal>
  )
}

interface ConfirmProps<Result> {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen, in numbers. */
  children: ReactNode
  action: string
  onConfirm: () => Promise<Result>
  /** Called once this dialog is gone, so that a following dialog keeps the focus. */
  onDone?: ((result: Result) => void) | undefined
  /** Another label for the button that goes back, where the action uses the default one. */
  keep?: string
  danger?: boolean
  wide?: boolean
  ready?: boolean
  /** The error is already shown beside a field. */
  saidBeside?: boolean
  /** What to do if the action may have been done or begun although it failed. */
  perhapsDone?: string
}

/** With status 400 the server has certainly done nothing. */
const isRefused = (error: unknown) => error instanceof ApiProblem && error.status === 400

type Deeds<Result> = Pick<ConfirmProps<Result>, 'opened' | 'onConfirm' | 'onClose' | 'onDone'>

/** Runs the confirmed action. The dialog stays open while it runs and if it fails. */
function useConfirming<Result>({ opened, onConfirm, onClose, onDone }: Deeds<Result>) {
  const after = useRef<() => void>(undefined)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (!opened) return
    after.current = undefined
    setError(undefined)
  }, [opened])
  const run = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const result = await onConfirm()
      after.current = () => onDone?.(result)
      onClose()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  const goOn = () => {
    after.current?.()
    after.current = undefined
  }
  return { busy, error, run, goOn }
}

export function Confirm<Result>({
  opened,
  onClose,
  title,
  children,
  action,
  onConfirm,
  onDone,
  keep = texts.actions.keep,
  danger,
  wide = false,
  ready = true,
  saidBeside = false,
  perhapsDone,
}: ConfirmProps<Result>) {
  const { busy, error, run, goOn } = useConfirming({ opened, onConfirm, onClose, onDone })
  return (
    <Dialog opened={opened} onClose={onClose} onGone={goOn} title={title} wide={wide} busy={busy}>
      <div className="stack">
        {children}
        {perhapsDone && error !== undefined && !isRefused(error) && <p>{perhapsDone}</p>}
        {error !== undefined && !saidBeside && <Problem error={error} />}
        <div className="buttons">
          <Button variant="default" disabled={busy} onClick={onClose}>
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
