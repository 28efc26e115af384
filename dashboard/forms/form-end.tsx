import { Button } from '@mantine/core'
import { useHold } from '../parts/dialogs/use-hold.ts'
import { texts } from '../texts.ts'
import { FormProblem } from './form-problem.tsx'
import type { Form } from './use-form.ts'

interface Props<T> {
  form: Form<T>
  /** The button's label. */
  action: string
  /** In a dialog: adds a button that goes back. */
  onBack?: () => void
  back?: string
  ready?: boolean
  danger?: boolean
  /** On a page with other forms: the button is only as wide as its label. */
  short?: boolean
}

/** The end of a form: what went wrong, and the button that sends it. */
export function FormEnd<T>({
  form,
  action,
  onBack,
  back = texts.actions.cancel,
  ready = true,
  danger,
  short,
}: Props<T>) {
  useHold(form.saving)
  const send = (
    <Button type="submit" loading={form.saving} disabled={!ready} {...(danger && { color: 'danger' })}>
      {action}
    </Button>
  )
  return (
    <>
      <FormProblem form={form} />
      {onBack ? (
        <div className="buttons">
          <Button variant="default" disabled={form.saving} onClick={onBack}>
            {back}
          </Button>
          {send}
        </div>
      ) : short ? (
        <div>{send}</div>
      ) : (
        send
      )}
    </>
  )
}
