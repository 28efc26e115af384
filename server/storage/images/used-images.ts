import { sql as raw } from 'kysely'
import type { Queries } from '../engine.ts'
import { orWhereMissing } from '../or-where-missing.ts'
import { rowsOf, statement } from '../statement.ts'
import type { ImageKey } from './unused-images.ts'

const BATCH = 500

const page = statement((sql, p: ImageKey) =>
  sql
    .selectFrom('images')
    .select(['store_id', 'hash', 'extension', 'bytes'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('store_id', 'hash'), '>', tuple(p.store_id, p.hash)))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('image_uses')
          .select('owner_id')
          .whereRef('image_uses.store_id', '=', 'images.store_id')
          .whereRef('image_uses.hash', '=', 'images.hash'),
      ),
    )
    .orderBy('store_id')
    .orderBy('hash')
    .limit(BATCH),
)

/** The images that something shows, page by page. */
export async function* pagesOfUsedImages(db: Queries) {
  let last: ImageKey | undefined = { store_id: '', hash: '' }
  while (last) {
    const rows: Awaited<ReturnType<typeof page.all>> = await page.all(db, last)
    yield rows
    last = rows.length === BATCH ? rows.at(-1) : undefined
  }
}

const uses = statement((sql, p: ImageKey) =>
  sql
    .selectFrom('image_uses')
    .select('owner_id')
    .where('store_id', '=', p.store_id)
    .where('hash', '=', p.hash),
)

export const isImageUsed = async (db: Queries, image: ImageKey): Promise<boolean> =>
  (await uses.first(db, image)) !== undefined

export const nameOf = ({ store_id, hash }: ImageKey): string => `${store_id}/${hash}`

/** The names, made by `nameOf`, of the images that have a row; none where there are no tables yet. */
export async function knownImages(db: Queries, images: readonly ImageKey[]): Promise<Set<string>> {
  if (images.length === 0) return new Set()
  const pairs = images.map(({ store_id, hash }) => raw`(${store_id}, ${hash})`)
  const read = () =>
    rowsOf(db, (sql) =>
      sql
        .selectFrom('images')
        .select(['store_id', 'hash'])
        .where(raw<boolean>`(store_id, hash) in (values ${raw.join(pairs)})`),
    )
  const rows = await orWhereMissing(db, read, [])
  return new Set(rows.map(nameOf))
}
