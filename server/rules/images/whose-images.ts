/** `unmarked`: ours, but without a mark yet; `missing`: there are no files here, though we have stored some before. */
export type Whose = 'ours' | 'unmarked' | 'nobodys' | 'missing' | 'anothers'

export interface Seen {
  /**
   * The installation has marked a place before, or has uploaded to another's place. After that, knowing the files of a
   * place no longer proves that it was there first.
   */
  isNamed: boolean
  mark: 'none' | 'own' | 'others'
  /** Whether the place has pictures that the database knows; and pictures that it does not know. */
  known: boolean
  foreign: boolean
}

/** Which installation owns the files of an image store. In doubt another one does: a person can still override that. */
export function whose({ isNamed, mark, known, foreign }: Seen): Whose {
  if (mark !== 'none') return mark === 'own' ? 'ours' : 'anothers'
  if (!known && !foreign) return isNamed ? 'missing' : 'nobodys'
  return isNamed || foreign ? 'anothers' : 'unmarked'
}
