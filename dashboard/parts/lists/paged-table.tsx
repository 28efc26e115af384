import type { ReactNode } from 'react'
import type { Page } from '#contract/dashboard/route.ts'
import { texts } from '../../texts.ts'
import type { QueryState } from '../query-state.ts'
import { Loaded } from '../states.tsx'
import { DataTable, type TableProps } from './data-table.tsx'
import { Pager, usePage } from './pager.tsx'

interface Props<Row> extends Omit<TableProps<Row>, 'rows'> {
  query: QueryState<Page<Row>>
  /** "12 products": tells screen readers the result of a search, a filter or another page. */
  counted: (rows: number) => string
  /** Shown instead of a table without rows. There may still be rows on the next page. */
  empty: (next: string | null) => ReactNode
}

/** A screen's main list, one page at a time. */
export function PagedTable<Row>({ query, counted, empty, ...table }: Props<Row>) {
  const page = usePage()
  return (
    <Loaded query={query}>
      {({ items, next }) => (
        <>
          <p className="unseen" role="status">
            {page > 1 && `${texts.states.pageOf(page)}: `}
            {counted(items.length)}
          </p>
          {items.length === 0 ? empty(next) : <DataTable {...table} rows={items} />}
          <Pager next={next} />
        </>
      )}
    </Loaded>
  )
}
