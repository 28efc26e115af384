import type { ReactNode } from 'react'
import type { Page } from '#contract/dashboard/route.ts'
import { texts } from '../../texts.ts'
import type { Asked } from '../asked.ts'
import { Loaded } from '../states.tsx'
import { DataTable, type TableProps } from './data-table.tsx'
import { Pager, usePage } from './pager.tsx'

interface Props<Row> extends Omit<TableProps<Row>, 'rows'> {
  query: Asked<Page<Row>>
  /** "12 products": what a search, a filter or a turned page has brought is told to readers of the screen. */
  counted: (rows: number) => string
  /** Stands in place of a table without rows; there may be more on the next page all the same. */
  empty: (next: string | null) => ReactNode
}

/** The list that a screen is about, a page of it at a time. */
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
