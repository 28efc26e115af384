/** Statements that read or write every row of a table: a change, an index, a copy to another table. */
const WHOLE = [
  /\bupdate (\w+)/g,
  /\bindex \w+ on (\w+)/g,
  /\b(?:from|join) (\w+)/g,
  /\balter table (\w+) add (?:primary key|column \w+ .*\bstored\b)/g,
]

/** The tables that a migration reads or writes as a whole; some of these names may not be tables. */
export function workedThrough(migration: string): string[] {
  const sql = migration.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ')
  const names = WHOLE.flatMap((way) => Array.from(sql.matchAll(way), ([, name]) => name!))
  return [...new Set(names)]
}
