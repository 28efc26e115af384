import { Title } from '@mantine/core'
import { Link, type LinkProps, useLocation, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId } from 'react'
import { storeUnder, useSession } from '../session.ts'
import { texts } from '../texts.ts'
import { Icon } from './icons.tsx'
import styles from './page.module.css'

/** With the store's name, by which the tabs of two stores are told apart. */
export function useTitle(title: string) {
  const { store } = useParams({ strict: false })
  const place = storeUnder(useSession()?.stores ?? [], store)?.name ?? texts.product
  useEffect(() => {
    document.title = `${title} · ${place}`
  }, [title, place])
}

interface PageProps {
  title: string
  /**
   * The page's first line: the question that it answers. A page that does not know it yet gives nothing, and keeps the
   * room for it: a button that moved when it came would not meet the finger that presses it.
   */
  lead?: ReactNode
  back?: { to: LinkProps['to']; params?: object; search?: object; label: string }
  actions?: ReactNode
  narrow?: boolean
  children: ReactNode
}

export function Page(props: PageProps) {
  const { title, lead, back, actions, narrow, children } = props
  useTitle(title)
  return (
    <div className={`${styles.page} ${narrow ? styles.narrow : ''}`}>
      <header className={styles.head}>
        <div className={styles.words}>
          {back && (
            <Link {...(back as LinkProps)} className={styles.back}>
              <Icon name="left" size={16} /> {back.label}
            </Link>
          )}
          <Title order={1}>{title}</Title>
          {'lead' in props && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** The search of the list from which this page was opened, so that going back restores it. */
export const useListSearch = (): object => useLocation({ select: ({ state }) => state.list }) ?? {}

interface CardProps {
  title?: string
  note?: ReactNode
  action?: ReactNode
  flush?: boolean
  danger?: boolean
  children: ReactNode
}

export function Card({ title, note, action, flush, danger, children }: CardProps) {
  const id = useId()
  const classes = [styles.card, flush && styles.flush, danger && styles.danger].filter(Boolean).join(' ')
  return (
    <section className={classes} aria-labelledby={title && id}>
      {title && (
        <div className={styles.cardHead}>
          <div>
            <Title order={2} id={id}>
              {title}
            </Title>
            {note && <p className={styles.cardNote}>{note}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
