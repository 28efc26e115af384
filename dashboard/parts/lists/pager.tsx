import { Button } from '@mantine/core'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { texts } from '../../texts.ts'
import { Icon } from '../icons.tsx'
import { keepPageBefore, pageBefore } from './page-before.ts'
import styles from './pager.module.css'

interface Turned {
  page?: number
  after?: string
}

export const usePage = () => (useSearch({ strict: false }) as Turned).page ?? 1

/** Pages through a long list. The page is in the URL, so the browser's back button works. */
export function Pager({ next, isOld }: Pick<Steps, 'next' | 'isOld'>) {
  const search = useSearch({ strict: false }) as Turned
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const page = usePage()
  const first = { ...search, page: undefined, after: undefined }
  const go = (turned: object) => void navigate({ to: '.', search: turned as never })
  return (
    <PagerButtons
      page={page}
      next={next}
      isOld={isOld}
      onFirst={() => go(first)}
      onPrevious={() => go(pageBefore(pathname, search) ?? first)}
      onNext={(after) => {
        const turned = { ...search, after, page: page + 1 }
        keepPageBefore(pathname, turned, search)
        go(turned)
      }}
    />
  )
}

interface Steps {
  page: number
  next: string | null
  /** Whether `next` is still that of an earlier page: a second press must not pass a page that nobody has seen. */
  isOld: boolean
  onFirst: () => void
  onPrevious: () => void
  onNext: (after: string) => void
}

/** For a screen's second list, whose page is not in the URL. */
export function PagerButtons({ page, next, isOld, onFirst, onPrevious, onNext }: Steps) {
  if (page === 1 && !next) return null
  return (
    <nav className={styles.pager} aria-label={texts.states.pageOf(page)}>
      <span className="soft small">{texts.states.pageOf(page)}</span>
      {page > 2 && (
        <Button size="xs" variant="subtle" color="gray" onClick={onFirst}>
          {texts.actions.firstPage}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={page === 1}
        leftSection={<Icon name="left" size={16} />}
        onClick={onPrevious}
      >
        {texts.actions.previous}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!next}
        rightSection={<Icon name="right" size={16} />}
        onClick={() => next && !isOld && onNext(next)}
      >
        {texts.actions.next}
      </Button>
    </nav>
  )
}
