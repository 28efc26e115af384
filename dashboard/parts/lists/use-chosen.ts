import { useState } from 'react'
import { MANY_MOST } from '#contract/dashboard/many.ts'

export interface Chosen<Row> {
  /** As they are now, where they are in sight. */
  rows: Row[]
  has: (row: Row) => boolean
  /** Takes as many as may be chosen at once. */
  choose: (rows: readonly Row[], on: boolean) => void
  clear: () => void
}

/** What is chosen of a list, over all its pages; another filter begins anew, since nobody would see what is chosen. */
export function useChosen<Row extends { id: string }>(
  shown: readonly Row[],
  filters: Readonly<Record<string, unknown>>,
): Chosen<Row> {
  const key = JSON.stringify(filters)
  const [kept, setKept] = useState({ key, rows: new Map<string, Row>() })
  const chosen = kept.key === key ? kept.rows : new Map<string, Row>()
  const keep = (rows: Map<string, Row>) => setKept({ key, rows })
  const inSight = new Map(shown.map((row) => [row.id, row]))
  return {
    rows: [...chosen.values()].map((row) => inSight.get(row.id) ?? row),
    has: ({ id }) => chosen.has(id),
    choose: (rows, on) => {
      const next = new Map(chosen)
      for (const row of rows) {
        if (!on) next.delete(row.id)
        else if (next.size < MANY_MOST) next.set(row.id, row)
      }
      keep(next)
    },
    clear: () => keep(new Map()),
  }
}
