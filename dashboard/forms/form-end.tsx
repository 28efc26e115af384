import { Button } from '@mantine/core'
import { Problem } from '../parts/states.tsx'
import { texts } from '../texts.ts'

interface Props {
  form: { problem: unknown; saving: boolean }
  /** What the button does, in words. */
  action: string
  /** In a dialog: the way out, beside the button. */
  onBack?: () => void
  back?: string
  ready?: boolean
  danger?: boolean
}

/** The end of a form: what went wrong, and the button that sends it. */
export function FormEnd({ form, action, onBack, back = texts.actions.cancel, ready = true, danger }: Props) {
  const send = (
    <Button type="submit" loading={form.saving} disabled={!ready} {...(danger && { color: 'danger' })}>
      {action}
    </Button>
  )
  return (
    <>
      {form.problem !== undefined && <Problem error={form.problem} />}
      {onBack ? (
        <div className="buttons">
          <Button variant="default" onClick={onBack}>
            {back}
          </Button>
          {send}
        </div>
      ) : (
        send
      )}
    </>
  )
}
