import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import styles from './notice.module.css'
import type { Form } from './use-form.ts'
import { isStale } from './use-refusal.ts'

interface Props<T> {
  form: Form<T>
  /** The labels of the form's fields. */
  labels: Readonly<Record<keyof T, string>>
  /** Describes a value in a few words, where that is possible. */
  tell?: (name: keyof T & string, value: unknown) => string | undefined
}

/** The notices about the whole form, above its fields. */
export function FormNotices<T>({ form, labels, tell = plainly }: Props<T>) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      {form.restored && (
        <div className={styles.notice} role="status">
          <p>{texts.forms.restored}</p>
          <Button size="xs" variant="default" onClick={() => setAsking(true)} disabled={form.saving}>
            {texts.forms.startAgain}
          </Button>
        </div>
      )}
      <DiscardDialog form={form} opened={asking} onClose={() => setAsking(false)} />
      {form.newer.length > 0 && <Newer form={form} labels={labels} tell={tell} />}
    </>
  )
}

function Newer<T>({ form, labels, tell = plainly }: Props<T>) {
  const notice = useRef<HTMLDivElement>(null)
  const stopped = isStale(form.problem)
  useEffect(() => {
    if (stopped) notice.current?.scrollIntoView({ block: 'center' })
  }, [stopped])
  return (
    <div className={styles.notice} role="alert" ref={notice}>
      <div>
        <strong>{texts.forms.newer}</strong>
        <ul>
          {form.newer.map((name) => {
            const value = tell(name, form.elsewhere[name])
            return (
              <li key={name}>
                {value === undefined ? labels[name] : texts.forms.newerField(labels[name], value)}
              </li>
            )
          })}
        </ul>
        <p className="soft">{texts.forms.newerNote}</p>
      </div>
      <Button size="xs" variant="default" onClick={form.takeNewer}>
        {texts.forms.takeNewer}
      </Button>
    </div>
  )
}

export function plainly(_: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? texts.forms.on : texts.forms.off
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return plainly(_, value.join(', '))
  if (typeof value === 'string') return value === '' ? texts.forms.nothing : value
  return undefined
}
