import { Button, Skeleton, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../api.ts'
import { useAskFailed } from '../queries.ts'
import { texts } from '../texts.ts'
import { Icon } from './icons.tsx'
import { Picture, type PictureName } from './pictures.tsx'
import { isLasting, type QueryState } from './query-state.ts'
import styles from './states.module.css'
import { Time } from './time.tsx'

interface EmptyProps {
  picture: PictureName
  title: string
  sentence: string
  action?: ReactNode
  /** The heading level: 1 where there is nothing else on the page. */
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

/** A filtered list scans a bounded number of rows per request, so there may be matches further on. */
export const NothingFound = ({
  next,
  hint = texts.states.nothingFound,
}: {
  next: string | null
  hint?: string | undefined
}) => (
  <Empty
    picture="lens"
    title={next ? texts.states.nothingYetTitle : texts.states.nothingFoundTitle}
    sentence={next ? texts.states.nothingYet : hint}
  />
)

/** Says what happened, what was kept and what to do; the request id is for support. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = error instanceof ApiProblem ? error : undefined
  const failed = problem && (problem.status === 0 || problem.status >= 500)
  return (
    <div className={styles.problem} role="alert">
      <Icon name="alert" />
      <div>
        <strong className="block">{problem?.message ?? texts.states.unknown}</strong>
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

/** Why the data shown is out of date. */
function WhyOld({ query: { error, dataUpdatedAt } }: { query: QueryState<unknown> }) {
  if (isLasting(error))
    return (
      <>
        <strong>{error.message}</strong> {error.status === 404 && texts.states.notFound}
      </>
    )
  return (
    <>
      {texts.states.notRefreshed} <Time at={dataUpdatedAt} />.
    </>
  )
}

/** Always rendered, but empty while all is well: screen readers announce only changes to an existing live region. */
function Freshness({ query, again }: { query: QueryState<unknown>; again: () => Promise<unknown> }) {
  const [trying, setTrying] = useState(false)
  const isOld = Boolean(query.error)
  const retry = async () => {
    setTrying(true)
    await again()
    setTrying(false)
  }
  return (
    <div className={isOld ? styles.old : 'unseen'}>
      <p role="status">{isOld && (trying ? texts.states.retrying : <WhyOld query={query} />)}</p>
      {isOld && !isLasting(query.error) && (
        <Button size="xs" variant="default" loading={trying} onClick={() => void retry()}>
          {texts.states.retry}
        </Button>
      )}
    </div>
  )
}

/** The states of a query: placeholder, error, data, and outdated data with a notice. */
export function Loaded<T>({
  query,
  shape,
  children,
}: {
  query: QueryState<T>
  shape?: ReactNode
  children: (data: T) => ReactNode
}) {
  const askFailed = useAskFailed()
  const again = () => Promise.all([query.refetch(), askFailed()])
  if (query.data !== undefined)
    return (
      <>
        <Freshness query={query} again={again} />
        {children(query.data)}
      </>
    )
  if (isLasting(query.error))
    return query.error.status === 404 ? (
      <Empty picture="lens" title={query.error.message} sentence={texts.states.notFound} />
    ) : (
      <Problem error={query.error} />
    )
  if (query.error) return <Problem error={query.error} onRetry={() => void again()} />
  return shape ?? <LoadingRows />
}
