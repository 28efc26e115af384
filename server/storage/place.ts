import { sql as raw } from 'kysely'

/** A row's place in a list that begins with the newest. */
export interface Place {
  at: number
  id: string
}

export const comesAfter = ({ at, id }: Place) => raw<boolean>`(created_at, id) < (${at}, ${id})`
