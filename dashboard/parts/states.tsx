import { Button, Skeleton, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiProblem } from '../api.ts'
import { texts } from '../texts.ts'
import { Icon } from './icons.tsx'
import { Picture, type PictureName } from './pictures.tsx'
import styles from './states.module.css'
import { Time } from './time.tsx'

interface EmptyProps {
  picture: PictureName
  title: string
  sentence: string
  action?: ReactNode
  /** 1 where there is nothing else on the page. */
  level?: 1 | 2
}

export function Empty({ picture, title, sentence, action, level = 2 }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Picture name={picture} />
      <Title order={level} size="h2">
        {title}
      </Title>
      <p>{sentence}</p>
      {action}
    </div>
  )
}

/** A filter that finds little looks through a part at a time, so there may be more further on. */
export const NothingFound = ({ next }: { next: string | null }) => (
  <Empty
    picture="lens"
    title={next ? texts.states.nothingYetTitle : texts.states.nothingFoundTitle}
    sentence={next ? texts.states.nothingYet : texts.states.nothingFound}
  />
)

/** What happened, what was kept and what to do, with the request id for whoever helps. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = error instanceof ApiProblem ? error : undefined
  const failed = problem && (problem.status === 0 || problem.status >= 500)
  return (
    <div className={styles.problem} role="alert">
      <Icon name="alert" />
      <div>
        <strong>{problem?.message ?? texts.states.unknown}</strong>
        {problem?.advice && (
          <p>
            {failed && !onRetry && texts.states.kept} {problem.advice}
          </p>
        )}
        {failed && problem.requestId && (
          <p className={styles.request}>
            {texts.states.requestId} <code>{problem.requestId}</code>
          </p>
        )}
        {onRetry && (
          <Button mt="xs" size="xs" variant="default" onClick={onRetry}>
            {texts.states.retry}
          </Button>
        )}
      </div>
    </div>
  )
}

export function LoadingRows({ rows = 6 }: { rows?: number }) {
  return (
    <div className={styles.rows} role="status" aria-label={texts.states.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity of their own.
        <Skeleton key={row} height={20} width={`${92 - ((row * 17) % 40)}%`} />
      ))}
    </div>
  )
}

export interface Asked<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
  /** When `data` came. */
  dataUpdatedAt: number
}

/** Looks alive and is not: what is shown is older than it should be. */
function NotRefreshed({ query }: { query: Asked<unknown> }) {
  return (
    <div className={`${styles.notRefreshed} on-screen`}>
      <p role="status">
        {texts.states.notRefreshed} <Time at={query.dataUpdatedAt} />.
      </p>
      <Button size="xs" variant="default" onClick={() => void query.refetch()}>
        {texts.states.retry}
      </Button>
    </div>
  )
}

/** The states of anything that is asked for: its shape, its failure, itself, and itself as it was. */
export function Loaded<T>({
  query,
  shape,
  children,
}: {
  query: Asked<T>
  shape?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined)
    return (
      <>
        {query.error ? <NotRefreshed query={query} /> : null}
        {children(query.data)}
      </>
    )
  if (query.error instanceof ApiProblem && query.error.status === 404)
    return <Empty picture="lens" title={query.error.message} sentence={texts.states.notFound} />
  if (query.error) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  return shape ?? <LoadingRows />
}
