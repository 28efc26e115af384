/** `unmarked`: ours, where no mark says so yet; `missing`: none are here, and ours were put somewhere before. */
export type Whose = 'ours' | 'unmarked' | 'nobodys' | 'missing' | 'anothers'

export interface Seen {
  /**
   * The installation has marked a place before, or uploaded to another's. From then on that it knows files somewhere no
   * longer shows that it was there first.
   */
  isNamed: boolean
  mark: 'none' | 'own' | 'others'
  /** Whether there are pictures that its database knows, and pictures that it does not know. */
  known: boolean
  foreign: boolean
}

/** Whose the files of an image store are. In doubt they are another's: a person can still say otherwise. */
export function whose({ isNamed, mark, known, foreign }: Seen): Whose {
  if (mark !== 'none') return mark === 'own' ? 'ours' : 'anothers'
  if (!known && !foreign) return isNamed ? 'missing' : 'nobodys'
  return isNamed || foreign ? 'anothers' : 'unmarked'
}
