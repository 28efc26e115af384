import { editsBetween } from '../rules/values/edits-between.ts'

/** A variable that is no setting and looks like one that is not set. */
export interface Lookalike {
  name: string
  meant: string
}

/** Shorter names, such as PORT, resemble too many other variables. */
const LEAST_LENGTH = 7
/** From this length on two letters may be wrong, since two swapped letters count as two. */
const LONG = 8

/** Finds misspelt settings, with which the service would start on the default, such as an empty SQLite database. */
export function lookalikesOf(names: readonly string[], settings: ReadonlySet<string>): Lookalike[] {
  const unset = [...settings].filter((name) => name.length >= LEAST_LENGTH && !names.includes(name))
  return names
    .filter((name) => !settings.has(name))
    .flatMap((name) => {
      const meant = unset.find((setting) => isLike(name, setting))
      return meant === undefined ? [] : [{ name, meant }]
    })
}

function isLike(name: string, setting: string): boolean {
  if (name === `HAAT_${setting}`) return true
  const most = setting.length < LONG ? 1 : 2
  return Math.abs(name.length - setting.length) <= most && editsBetween(name.toUpperCase(), setting) <= most
}

export const lookalikeSays = ({ name, meant }: Lookalike) =>
  `${name} is set, which Haat does not know, and ${meant} is not`
export const lookalikeFix = ({ meant }: Lookalike) => `If ${meant} was meant, rename it to that.`

export const lookalikeSentence = (each: Lookalike) => `${lookalikeSays(each)}. ${lookalikeFix(each)}`
