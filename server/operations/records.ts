import type { Values } from '../storage/database/table-rows.ts'

export const FORMAT = 1

export interface Head {
  format: number
  /** ISO. */
  madeAt: string
  /** A value that only the holder of the same HAAT_SECRET can compute. */
  secret: string
  withImages: boolean
}

export interface SchemaNote {
  engine: 'sqlite' | 'postgres'
  migrations: string[]
  /** The columns of each table, in the order of the rows' values. */
  tables: Record<string, string[]>
}

export interface TableTally {
  rows: number
  /** A checksum of the rows that does not depend on their order. */
  sum: string
}

export interface End {
  tables: Record<string, TableTally>
  images: number
  /** Images in use whose file is missing or damaged. */
  missingImages: number
  /** Tables in the same database that are not ours and are not copied; absent in backups of an earlier version. */
  otherTables?: string[]
}

/** Data without an end is incomplete. Reading a backup file has already refused that. */
export function requireEnd(end: End | undefined): End {
  if (!end) throw new Error('The data has no end')
  return end
}

/** All data of a service as records that fit in memory, in this order; image records may stand anywhere between. */
export type DataRecord =
  | { head: Head }
  | { image: string; bytes: Buffer }
  | { schema: SchemaNote }
  | { table: string; rows: Values[] }
  | { end: End }
