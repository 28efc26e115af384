import type { ReactNode } from 'react'
import type { Page } from '#contract/dashboard/route.ts'
import { texts } from '../../texts.ts'
import type { QueryState } from '../query-state.ts'
import { Loaded } from '../states.tsx'
import { DataTable, type TableProps } from './data-table.tsx'
import styles from './paged-table.module.css'
import { Pager, usePage } from './pager.tsx'

interface Props<Row> extends Omit<TableProps<Row>, 'rows'> {
  query: QueryState<Page<Row>>
  /** "12 products": tells screen readers the result of a search, a filter or another page. */
  counted: (rows: number) => string
  /**
   * Shown instead of a table without rows. There may still be rows on the next page, or in the answer that is on its
   * way: words about the present filter wait for that.
   */
  empty: (next: string | null) => ReactNode
}

/** A screen's main list, one page at a time. The rows before stay, but fade, until the next ones come. */
export function PagedTable<Row>({ query, counted, empty, ...table }: Props<Row>) {
  const page = usePage()
  const { isPlaceholderData: isOld = false } = query
  return (
    <Loaded query={query}>
      {({ items, next }) => (
        <>
          <p className="unseen" role="status">
            {!isOld && page > 1 && `${texts.states.pageOf(page)}: `}
            {!isOld && counted(items.length)}
          </p>
          <div className={styles.rows} aria-busy={isOld}>
            {items.length === 0 ? empty(next) : <DataTable {...table} rows={items} />}
          </div>
          <Pager next={next} isOld={isOld} />
        </>
      )}
    </Loaded>
  )
}
