/** Makes a row of its values, which come in the order of their columns. */
export type RowMaker = (values: unknown) => Record<string, unknown>

/** One for each list of columns: few, since the queries are written in the program. */
const makers = new Map<string, RowMaker>()

/**
 * The objects that `node:sqlite` makes have a hidden class each, so V8 finds none of their properties where it found them
 * last time: with their columns read they cost twice as much as these, which are written as a literal and share one.
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
