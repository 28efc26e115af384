import { same } from './same.ts'

/** What was changed in a form, and what it was before: another's change since then can be told apart from it. */
export interface Draft<T> {
  mine: Partial<T>
  was: Partial<T>
}

/** Values in a form that goes on from newer ones, and the fields in which both sides were changed. */
export interface Rebased<T> {
  values: T
  newer: (keyof T & string)[]
}

/** What was changed here stays; the rest follows. A field is `newer` where the two sides now disagree. */
export function rebase<T extends object>(start: T, values: T, next: T): Rebased<T> {
  const mine = namesOf(next).filter((name) => !same(values[name], start[name]))
  const newer = mine.filter((name) => !same(next[name], start[name]) && !same(next[name], values[name]))
  return { values: { ...next, ...pick(values, mine) }, newer }
}

export const namesOf = <T extends object>(values: T) => Object.keys(values) as (keyof T & string)[]

export const pick = <T extends object>(from: T, names: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<T>
