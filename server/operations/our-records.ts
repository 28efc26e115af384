import { tablesMadeBy } from '../storage/migrate.ts'
import type { DataRecord } from './records.ts'

/** Leaves out tables that no migration made: backups of an earlier version contain them. */
export async function* ourRecords(records: AsyncIterable<DataRecord>): AsyncGenerator<DataRecord> {
  let ours = new Set<string>()
  const ofOurs = <T>(tables: Record<string, T>) =>
    Object.fromEntries(Object.entries(tables).filter(([name]) => ours.has(name)))
  for await (const record of records) {
    if ('schema' in record) {
      const { schema } = record
      ours = tablesMadeBy(schema.engine, schema.migrations)
      yield { schema: { ...schema, tables: ofOurs(schema.tables) } }
    } else if ('end' in record) {
      const { end } = record
      const others = Object.keys(end.tables).filter((name) => !ours.has(name))
      yield {
        end: { ...end, tables: ofOurs(end.tables), otherTables: [...(end.otherTables ?? []), ...others] },
      }
    } else if (!('table' in record) || ours.has(record.table)) yield record
  }
}
