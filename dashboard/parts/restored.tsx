import { Button } from '@mantine/core'
import type { Form } from '../form.ts'
import { texts } from '../texts.ts'
import styles from './notice.module.css'

export function Restored<T>({ form }: { form: Form<T> }) {
  if (!form.restored) return null
  return (
    <div className={styles.notice} role="status">
      <p>{texts.forms.restored}</p>
      <Button size="xs" variant="default" onClick={() => form.reset()}>
        {texts.forms.startAgain}
      </Button>
    </div>
  )
}
