import { type RawBuilder, sql as raw } from 'kysely'
import type { Heading } from '../../../rules/products/shelf.ts'
import { endOfPrefix } from '../../end-of-prefix.ts'
import type { Queries } from '../../engine.ts'
import { literal, statement } from '../../statement.ts'

/** At most so many headings are looked up one by one for each product. */
const MOST_LOOKED_UP = 20

interface Stretch {
  storeId: string
  from: string
  to: string
}

const next = ({ storeId, to }: Stretch, from: RawBuilder<unknown>) =>
  raw<
    string | null
  >`(select shelf.heading from shelf where shelf.store_id = ${storeId} and shelf.heading ${from}
    and shelf.heading < ${to} order by shelf.heading limit 1)`.as('heading')

/** Steps from heading to heading along the index, however many products each has. */
const meant = statement((sql, p: Stretch) =>
  sql
    .withRecursive('meant(heading)', (of) =>
      of
        .selectNoFrom(next(p, raw`>= ${p.from}`))
        .unionAll(
          of.selectFrom('meant').select(next(p, raw`> meant.heading`)).where('meant.heading', 'is not', null),
        ),
    )
    .selectFrom('meant')
    .select((column) => column.ref('meant.heading').$notNull().as('heading'))
    .where('meant.heading', 'is not', null)
    .limit(literal(MOST_LOOKED_UP + 1)),
)

/** The headings that a search word stands for; undefined if they are too many to be looked up one by one. */
export async function headingsMeant(
  db: Queries,
  storeId: string,
  asked: Heading,
): Promise<readonly string[] | undefined> {
  if ('exactly' in asked) return [asked.exactly]
  const { startsWith } = asked
  const found = await meant.all(db, { storeId, from: startsWith, to: endOfPrefix(startsWith) })
  return found.length > MOST_LOOKED_UP ? undefined : found.map(({ heading }) => heading)
}
