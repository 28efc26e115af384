/** The forms that migrations use; a test makes sure that none uses another. */
const STEP =
  /\b(?:create (?:unlogged )?table (?<made>\w+)|drop table (?<dropped>\w+)|alter table (?<former>\w+) rename to (?<named>\w+))/g

/** The tables that exist after these migrations are applied, in order, to an empty database. */
export function madeTables(migrations: string[]): Set<string> {
  const tables = new Set<string>()
  for (const { groups } of migrations.join('\n').matchAll(STEP)) {
    const { made, dropped, former, named } = groups!
    for (const gone of [dropped, former]) if (gone) tables.delete(gone)
    for (const come of [made, named]) if (come) tables.add(come)
  }
  return tables
}
