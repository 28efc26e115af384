import { Skeleton } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useStore } from '../session.ts'
import { texts } from '../texts.ts'
import { ButtonLink } from './links.tsx'
import { Card } from './page.tsx'
import { Empty, LoadingRows, Problem } from './states.tsx'

export function NothingHere() {
  return (
    <main id="page" className="alone">
      <Empty
        picture="lens"
        title={texts.states.notFoundTitle}
        sentence={texts.states.notFound}
        action={<ButtonLink to="/">{texts.states.toOverview}</ButtonLink>}
      />
    </main>
  )
}

/** A page of the store that a person's role does not have. */
export function NotYours() {
  const { slug, role } = useStore()
  return (
    <div className="alone">
      <Empty
        picture="lens"
        title={texts.states.notYoursTitle}
        sentence={texts.states.notYours(texts.roles[role])}
        action={
          <ButtonLink to="/s/$store" params={{ store: slug }}>
            {texts.states.toOverview}
          </ButtonLink>
        }
      />
    </div>
  )
}

export function RouteProblem({ error, reset }: ErrorComponentProps) {
  const retry = () => (navigator.onLine ? location.reload() : reset())
  useEffect(() => {
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <div className="apart">
      <Problem error={error} onRetry={retry} />
    </div>
  )
}

/** Before it is known who is there. */
export const FirstShape = () => (
  <div className="apart">
    <PageShape />
  </div>
)

/** The shape of a page whose code or data is on its way. */
export function PageShape() {
  return (
    <div className="stack">
      <Skeleton height={32} width={200} />
      <Card flush>
        <LoadingRows />
      </Card>
    </div>
  )
}
