import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { texts } from '../../texts.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  /** Whether leaving would lose something at this moment. */
  asks: () => boolean
  title: string
  note: string
  onLeave: () => void
  /** If nothing can be lost any more while the dialog is open: go on to the wanted page, or stay to see the result. */
  afterwards: 'leave' | 'stay'
}

/** Asks before navigation that would lose something. */
export function LeaveDialog({ asks, title, note, onLeave, afterwards }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => asks() && current.pathname !== next.pathname,
    enableBeforeUnload: asks,
    withResolver: true,
  })
  useEffect(() => {
    if (blocker.status !== 'blocked' || asks()) return
    if (afterwards === 'leave') blocker.proceed()
    else blocker.reset()
  })
  return (
    <Dialog opened={blocker.status === 'blocked'} onClose={() => blocker.reset?.()} title={title}>
      <div className="stack">
        <p>{note}</p>
        <div className="buttons">
          <Button variant="default" onClick={() => blocker.reset?.()}>
            {texts.forms.stay}
          </Button>
          <Button
            onClick={() => {
              onLeave()
              blocker.proceed?.()
            }}
          >
            {texts.forms.leaveAction}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
