import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import { Dialog } from './dialog.tsx'

interface Told {
  title: string
  /** A sentence about those that were already as wished. */
  already?: string | false
  /** Those that were left unchanged, each with the reason. */
  left: readonly { id: string; name: ReactNode; why: string }[]
  actions?: ReactNode
}

const NOTHING: Told = { title: '', left: [] }

/** The outcome of a bulk change. */
export function OutcomeDialog({ told, onClose }: { told: Told | undefined; onClose: () => void }) {
  const { title, already, left, actions } = told ?? NOTHING
  return (
    <Dialog opened={told !== undefined} onClose={onClose} title={title}>
      <div className="stack">
        {already && <p>{already}</p>}
        {left.length > 0 && (
          <div>
            <p>{texts.many.left}</p>
            <ul>
              {left.map(({ id, name, why }) => (
                <li key={id}>
                  {name} {why}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="buttons">
          {actions}
          <Button onClick={onClose}>{texts.actions.done}</Button>
        </div>
      </div>
    </Dialog>
  )
}
