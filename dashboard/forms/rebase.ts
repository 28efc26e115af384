import { same } from './same.ts'

/** A form's changed values (`mine`) and what they replaced (`was`), which reveals changes that others made since. */
export interface Draft<T> {
  mine: Partial<T>
  was: Partial<T>
}

/** A form's values on top of newer saved ones, and the fields that were changed on both sides. */
export interface Rebased<T> {
  values: T
  newer: (keyof T & string)[]
}

/** Keeps the form's changes and takes all other fields from `next`. `newer` lists the fields with a conflict. */
export function rebase<T extends object>(start: T, values: T, next: T): Rebased<T> {
  const mine = namesOf(next).filter((name) => !same(values[name], start[name]))
  const newer = mine.filter((name) => !same(next[name], start[name]) && !same(next[name], values[name]))
  return { values: { ...next, ...pick(values, mine) }, newer }
}

/**
 * The draft after a form replaces what it had put there (`before`) by `now`. Fields that another tab has added stay. A
 * field that another tab has overwritten stays too, unless this form changes it again. What another tab has removed is
 * put back.
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
