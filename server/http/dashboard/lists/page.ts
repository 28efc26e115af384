import { DashboardError } from '#contract/dashboard/errors.ts'
import type { Page } from '#contract/dashboard/route.ts'
import type { MaybePromise } from '../../../storage/maybe-promise.ts'
import type { Place } from '../../../storage/place.ts'

const DEFAULT_LIMIT = 50
const MOST_LIMIT = 100

export const readLimit = (limit: number | undefined): number =>
  Math.min(MOST_LIMIT, Math.max(1, limit ?? DEFAULT_LIMIT))

/** Makes a page of up to limit + 1 rows. The last of these only shows that there is another page. */
export function pageOf<Row>(rows: Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? cursorOf(items.at(-1)!) : null }
}

export const unknownPage = () => new DashboardError('refused', {}, 'This page of the list is not known')

export const ageCursor = ({ at, id }: Place): string => `${at}_${id}`

export function readAgeCursor(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined
  const [, at, id] = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(text) ?? []
  if (!at || !id) throw unknownPage()
  return { at: Number(at), id }
}

/** A page of a list sorted by age, the latest first. */
export async function pageByAge<Row>(
  asked: { after?: string | undefined; limit?: number | undefined },
  read: (after: Place | undefined, limit: number) => MaybePromise<Row[]>,
  placeOf: (row: Row) => Place,
): Promise<Page<Row>> {
  const limit = readLimit(asked.limit)
  const rows = await read(readAgeCursor(asked.after), limit + 1)
  return pageOf(rows, limit, (last) => ageCursor(placeOf(last)))
}
