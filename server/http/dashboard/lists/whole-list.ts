const BATCH = 200

interface Page {
  items: ReadonlyArray<{ id: string }>
  next: string | null
}

/** The whole rows of all pages of a list, in its order. What was deleted since its page was found is left out. */
export async function* wholeList<Row extends { id: string }>(
  findPage: (after: string | undefined, limit: number) => Promise<Page>,
  findRows: (ids: string[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: string | undefined
  do {
    const { items, next } = await findPage(after, BATCH)
    const rows = new Map((await findRows(items.map(({ id }) => id))).map((row) => [row.id, row]))
    for (const { id } of items) {
      const row = rows.get(id)
      if (row) yield row
    }
    after = next ?? undefined
  } while (after !== undefined)
}
