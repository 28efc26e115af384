import { memo, type ReactNode } from 'react'
import { texts } from '../../texts.ts'
import styles from './data-table.module.css'
import { Tick } from './tick.tsx'
import type { Chosen } from './use-chosen.ts'

export interface Column<Row> {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** The first line of the row on a phone. */
  main?: boolean
  end?: boolean
  /** Starts the last line of the row on a phone, so that all rows end in the same way. */
  foot?: boolean
  /** Left out on a phone. */
  wide?: boolean
}

export interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Rows are clickable: the main cell holds a link of class `rowLink`. */
  opens?: boolean
  /** Rows can be chosen; `nameOf` is a row's name for screen readers. */
  choosing?: { chosen: Chosen<Row>; nameOf: (row: Row) => string }
}

export const rowLink = styles.link
export const rowAction = styles.action

const classOf = (column: Column<never>) =>
  [
    column.main && styles.main,
    column.end && styles.end,
    column.foot && styles.foot,
    column.wide && styles.wide,
  ]
    .filter(Boolean)
    .join(' ')

/** A table on a laptop, a list of cards on a phone. Roles are spelled out because the cards change `display`. */
export function DataTable<Row>({ label, columns, rows, rowKey, opens, choosing }: TableProps<Row>) {
  const classes = choosing ? `${styles.table} ${styles.choosing}` : styles.table
  return (
    <div className={styles.scroll}>
      {/* biome-ignore lint/a11y/noRedundantRoles: a table that is displayed as a block loses its role. */}
      <table className={classes} role="table" aria-label={label}>
        {/* biome-ignore lint/a11y/noRedundantRoles: as above. */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: as above. */}
          <tr role="row">
            {choosing && <ChooseAll rows={rows} chosen={choosing.chosen} />}
            {columns.map((column) => (
              // biome-ignore lint/a11y/noRedundantRoles: as above.
              <th key={column.key} role="columnheader" scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: as above. */}
        <tbody role="rowgroup">
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              opens={opens}
              nameOf={choosing?.nameOf}
              chosen={choosing?.chosen.has(row) ?? false}
              choose={choosing?.chosen.choose}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  opens: boolean | undefined
  nameOf: ((row: Row) => string) | undefined
  chosen: boolean
  choose: Chosen<Row>['choose'] | undefined
}

/** Renders only changed rows: ticking one of fifty then renders one, which is fast enough on a phone. */
const TableRow = memo(function TableRow<Row>({ row, columns, opens, nameOf, chosen, choose }: RowProps<Row>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as above.
    <tr role="row" className={`${styles.row} ${opens ? styles.open : ''}`}>
      {nameOf && choose && (
        // biome-ignore lint/a11y/noRedundantRoles: as above.
        <td role="cell" className={styles.choose}>
          <Tick label={texts.many.choose(nameOf(row))} checked={chosen} onTick={(on) => choose([row], on)} />
        </td>
      )}
      {columns.map((column) => (
        // biome-ignore lint/a11y/noRedundantRoles: as above.
        <td key={column.key} role="cell" className={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: RowProps<Row>) => ReactNode

function ChooseAll<Row>({ rows, chosen }: { rows: readonly Row[]; chosen: Chosen<Row> }) {
  const many = rows.filter(chosen.has).length
  const all = many === rows.length
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as above.
    <th role="columnheader" scope="col" className={styles.choose}>
      <Tick
        label={texts.many.all}
        said
        checked={all}
        partly={many > 0 && !all}
        onTick={() => chosen.choose(rows, !all)}
      />
    </th>
  )
}
