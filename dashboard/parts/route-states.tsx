import { Skeleton } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useStore } from '../session.ts'
import { texts } from '../texts.ts'
import { ButtonLink } from './links.tsx'
import { Card, useTitle } from './page.tsx'
import { Empty, LoadingRows, Problem } from './states.tsx'

export const NothingHere = ({ sentence = texts.states.notFound }) => (
  <Alone
    title={texts.states.notFoundTitle}
    sentence={sentence}
    action={<ButtonLink to="/">{texts.states.toOverview}</ButtonLink>}
  />
)

/** For a page that does not exist, outside any store. */
export const NothingAnywhere = () => (
  <main id="page">
    <NothingHere />
  </main>
)

/** Also seen by former members, so it says that they may have lost access. */
export const NoSuchStore = () => (
  <main id="page">
    <NothingHere sentence={texts.states.notInStore} />
  </main>
)

/** For a page of the store that the person's role may not open. */
export function NotYours() {
  const { slug, role } = useStore()
  return (
    <Alone
      title={texts.states.notYoursTitle}
      sentence={texts.states.notYours(texts.roles[role])}
      action={
        <ButtonLink to="/s/$store" params={{ store: slug }}>
          {texts.states.toOverview}
        </ButtonLink>
      }
    />
  )
}

/** A page with a single message. */
function Alone(said: { title: string; sentence: string; action: ReactNode }) {
  useTitle(said.title)
  return (
    <div className="alone">
      <Empty picture="lens" level={1} {...said} />
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

/** Shown until the session is known. */
export const FirstShape = () => (
  <div className="apart">
    <PageShape />
  </div>
)

/** A placeholder for a page whose code or data is still loading. */
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
