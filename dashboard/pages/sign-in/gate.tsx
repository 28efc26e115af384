import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { texts } from '../../texts.ts'
import styles from './gate.module.css'

/** The frame of pages that need no session. */
export function Gate({
  title,
  note,
  foot,
  children,
}: {
  title: string
  note?: ReactNode
  foot?: ReactNode
  children?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`
  }, [title])
  return (
    <main id="page" className={styles.gate}>
      <div className={styles.brand}>
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="36" height="36" />
        {texts.product}
      </div>
      <div className={styles.box}>
        <div>
          <Title order={1}>{title}</Title>
          {note && <p className="soft">{note}</p>}
        </div>
        {children}
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </main>
  )
}
