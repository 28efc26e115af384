/** Makes a row of its values, which come in the order of their columns. */
export type RowMaker = (values: unknown) => Record<string, unknown>

/** One for each list of columns: few, since the queries are written in the program. */
const makers = new Map<string, RowMaker>()

/**
 * Each object that `node:sqlite` makes has a hidden class of its own, so V8's inline caches miss. To make one and read
 * its columns costs twice as much as with these objects, which come from one literal and share a hidden class.
 */
export function rowMaker(columns: string[]): RowMaker {
  const literal = columns.map((column, i) => `${JSON.stringify(column)}: values[${i}]`).join(', ')
  let maker = makers.get(literal)
  if (!maker) {
    maker = new Function('values', `return { ${literal} }`) as RowMaker
    makers.set(literal, maker)
  }
  return maker
}
