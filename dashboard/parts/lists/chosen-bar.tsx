import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { MANY_MOST } from '#contract/dashboard/many.ts'
import { texts } from '../../texts.ts'
import styles from './chosen-bar.module.css'
import type { Chosen } from './use-chosen.ts'

interface Props {
  chosen: Pick<Chosen<unknown>, 'rows' | 'clear'>
  /** Says what cannot be done with these, and why. */
  note?: string | undefined
  children: ReactNode
}

/** The actions for all chosen rows; stays visible while the list scrolls. */
export function ChosenBar({ chosen, note, children }: Props) {
  const { length } = chosen.rows
  return (
    <>
      <p className="unseen" role="status">
        {length > 0 && texts.many.chosen(length)}
      </p>
      {length > 0 && (
        <section className={styles.bar} aria-label={texts.many.chosen(length)}>
          <div className={styles.words}>
            <strong>{texts.many.chosen(length)}</strong>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={chosen.clear}>
              {texts.many.none}
            </Button>
            {(note || length === MANY_MOST) && (
              <p className="soft small">{note ?? texts.many.most(MANY_MOST)}</p>
            )}
          </div>
          <div className={styles.buttons}>{children}</div>
        </section>
      )}
    </>
  )
}
