/** Where a process can be killed in a deed. */
export type Point =
  | 'first query'
  | 'before the commit'
  | 'after the commit'
  | 'before the file'
  | 'after the file'
  | 'before the sending'
  | 'after the sending'

export const IN_A_TRANSACTION: readonly Point[] = ['first query', 'before the commit', 'after the commit']
export const IN_AN_UPLOAD: readonly Point[] = ['before the file', 'after the file', ...IN_A_TRANSACTION]
export const IN_A_SENDING: readonly Point[] = ['before the sending', 'after the sending']
