import type { ReactNode } from 'react'
import type { Page } from '#contract/dashboard/route.ts'
import { DataTable, type TableProps } from './data-table.tsx'
import { Pager } from './pager.tsx'
import { type Asked, Loaded } from './states.tsx'

interface Props<Row> extends Omit<TableProps<Row>, 'rows'> {
  query: Asked<Page<Row>>
  /** Stands in place of a table without rows; there may be more on the next page all the same. */
  empty: (next: string | null) => ReactNode
}

/** The list that a screen is about, a page of it at a time. */
export const PagedTable = <Row,>({ query, empty, ...table }: Props<Row>) => (
  <Loaded query={query}>
    {({ items, next }) => (
      <>
        {items.length === 0 ? empty(next) : <DataTable {...table} rows={items} />}
        <Pager next={next} />
      </>
    )}
  </Loaded>
)
