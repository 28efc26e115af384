/** The Levenshtein distance: how many letters must be inserted, removed or replaced to turn one text into the other. */
export function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let line = 1; line <= one.length; line++) {
    const next = [line]
    for (let at = 1; at <= other.length; at++) {
      const changed = row[at - 1]! + (one[line - 1] === other[at - 1] ? 0 : 1)
      next.push(Math.min(changed, row[at]! + 1, next[at - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
