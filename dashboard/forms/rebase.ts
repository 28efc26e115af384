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

/**
 * What is kept once a form has `now` where it had put `before`. What another tab keeps beside it stays, and so does what was
 * put in its place since, unless it is changed here anew. What another tab took out is put again.
 */
export function exchange<T extends object>(kept: Draft<T>, before: Partial<T>, now: Draft<T>): Draft<T> {
  const isOver = (name: keyof T) =>
    name in before && !(name in now.mine) && same(kept.mine[name], before[name])
  const stays = namesOf(kept.mine).filter((name) => !isOver(name))
  const isThere = (name: keyof T) => name in kept.mine && name in before && same(now.mine[name], before[name])
  const put = namesOf(now.mine).filter((name) => !isThere(name))
  return {
    mine: { ...pick(kept.mine, stays), ...pick(now.mine, put) },
    was: { ...pick(kept.was, stays), ...pick(now.was, put) },
  }
}

export const nothing = <T>(): Draft<T> => ({ mine: {}, was: {} })

export const isNothing = ({ mine }: Draft<object>): boolean => Object.keys(mine).length === 0

export const namesOf = <T extends object>(values: T) => Object.keys(values) as (keyof T & string)[]

export const pick = <T extends object>(from: T, names: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]])) as Partial<T>
