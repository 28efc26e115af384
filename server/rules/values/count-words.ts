/** "1 order", "2,345 orders". */
export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** "At least 1,000 orders" if counting stopped at `most`. */
export const countWordsUpTo = (most: number, count: number, one: string, many?: string): string =>
  `${count >= most ? 'At least ' : ''}${countWords(count, one, many)}`
