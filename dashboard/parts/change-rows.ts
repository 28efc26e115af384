export const withRow = <T>(rows: readonly T[], place: number, row: T): T[] =>
  rows.map((each, at) => (at === place ? row : each))

export const withoutRow = <T>(rows: readonly T[], place: number): T[] => rows.filter((_, at) => at !== place)
