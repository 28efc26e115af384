/** Where a process can be killed in a deed. */
export type Point =
  | 'first query'
  | 'before the commit'
  | 'after the commit'
  | 'before it is sent'
  | 'after it was answered'
  | 'before the file'
  | 'after the file'
  | 'before the sending'
  | 'after the sending'

export const IN_A_TRANSACTION: readonly Point[] = ['first query', 'before the commit', 'after the commit']
/** For a transaction with a single query, which PostgreSQL gets in one message together with the commit. */
export const IN_A_MESSAGE: readonly Point[] = [
  'before it is sent',
  'after it was answered',
  'after the commit',
]
export const IN_AN_UPLOAD: readonly Point[] = ['before the file', 'after the file', ...IN_A_TRANSACTION]
export const IN_A_SENDING: readonly Point[] = ['before the sending', 'after the sending']

/** A kill at these points comes after the commit, so the change must be there. */
export const IS_KEPT: readonly Point[] = ['after it was answered', 'after the commit']
