import { useCallback, useState } from 'react'
import { MANY_MOST } from '#contract/dashboard/many.ts'

export interface Chosen<Row> {
  /** The chosen rows; those on the current page with their latest data. */
  rows: Row[]
  has: (row: Row) => boolean
  /** Stops at MANY_MOST rows. */
  choose: (rows: readonly Row[], on: boolean) => void
  clear: () => void
}

/** The chosen rows of a list, across its pages. Changing a filter clears them, because they may be hidden by it. */
export function useChosen<Row extends { id: string }>(
  shown: readonly Row[],
  filters: Readonly<Record<string, unknown>>,
): Chosen<Row> {
  const key = JSON.stringify(filters)
  const [kept, setKept] = useState({ key, rows: new Map<string, Row>() })
  const chosen = kept.key === key ? kept.rows : new Map<string, Row>()
  const inSight = new Map(shown.map((row) => [row.id, row]))
  // A stable reference, so that unchanged rows do not render again.
  const choose = useCallback(
    (rows: readonly Row[], on: boolean) =>
      setKept((before) => ({ key, rows: withRows(before.key === key ? before.rows : [], rows, on) })),
    [key],
  )
  return {
    rows: [...chosen.values()].map((row) => inSight.get(row.id) ?? row),
    has: ({ id }) => chosen.has(id),
    choose,
    clear: () => setKept({ key, rows: new Map() }),
  }
}

function withRows<Row extends { id: string }>(
  chosen: Iterable<readonly [string, Row]>,
  rows: readonly Row[],
  on: boolean,
): Map<string, Row> {
  const next = new Map(chosen)
  for (const row of rows) {
    if (!on) next.delete(row.id)
    else if (next.size < MANY_MOST) next.set(row.id, row)
  }
  return next
}
