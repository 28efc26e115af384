/** As migrations write it; a test holds that none writes it otherwise. */
const STEP =
  /\b(?:create (?:unlogged )?table (?<made>\w+)|drop table (?<dropped>\w+)|alter table (?<former>\w+) rename to (?<named>\w+))/g

/** The tables that are there once these migrations were applied to an empty database, one after the other. */
export function madeTables(migrations: string[]): Set<string> {
  const tables = new Set<string>()
  for (const { groups } of migrations.join('\n').matchAll(STEP)) {
    const { made, dropped, former, named } = groups!
    for (const gone of [dropped, former]) if (gone) tables.delete(gone)
    for (const come of [made, named]) if (come) tables.add(come)
  }
  return tables
}
