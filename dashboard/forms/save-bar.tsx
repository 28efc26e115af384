import { Button } from '@mantine/core'
import { useState } from 'react'
import { LeaveDialog } from '../parts/dialogs/leave-dialog.tsx'
import { texts } from '../texts.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { FormProblem } from './form-problem.tsx'
import styles from './save-bar.module.css'
import type { Form } from './use-form.ts'

interface Props<T> {
  form: Form<T>
  action?: string
  /** For a new thing, which can be saved before anything was changed. */
  always?: boolean
  /** Something is still being loaded into the form, such as a picture. */
  waits?: boolean
}

/** Keeps Save in view while there are changes, and asks before leaving with them. It is in the form, so Enter saves. */
export function SaveBar<T>({ form, action = texts.actions.save, always = false, waits = false }: Props<T>) {
  const { dirty, saving } = form
  const [asking, setAsking] = useState(false)
  const wrong = Object.values(form.errors)
  return (
    <>
      <div className={styles.bar} hidden={!dirty && !always}>
        <FormProblem form={form} />
        <p className={wrong.length > 0 ? 'soft' : `soft ${styles.unsaved}`} role="status">
          {wrong.length > 0
            ? `${texts.forms.mend(wrong.length)} ${wrong[0]}`
            : dirty
              ? texts.forms.unsaved
              : ''}
        </p>
        {dirty && (
          <Button variant="default" onClick={() => setAsking(true)} disabled={saving}>
            {texts.forms.discard}
          </Button>
        )}
        <Button type="submit" loading={saving || waits}>
          {action}
        </Button>
      </div>
      <DiscardDialog form={form} opened={asking} onClose={() => setAsking(false)} />
      <LeaveDialog
        asks={form.isDirtyNow}
        title={saving ? texts.forms.leaveSavingTitle : texts.forms.leaveTitle}
        note={saving ? texts.forms.leaveSaving : texts.forms.leave}
        onLeave={() => form.reset()}
        afterwards="leave"
      />
    </>
  )
}
