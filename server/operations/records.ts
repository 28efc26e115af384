import type { Values } from '../storage/database/table-rows.ts'

export const FORMAT = 1

export interface Head {
  format: number
  /** ISO. */
  madeAt: string
  /** What only the holder of the same HAAT_SECRET can compute. */
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
  /** Follows from the rows whatever their order. */
  sum: string
}

export interface End {
  tables: Record<string, TableTally>
  images: number
  /** Images that are used and that the image store did not have, or not as they were put there. */
  missingImages: number
  /** Tables in the same database that are not ours, so their rows are not taken; an earlier version did not say. */
  otherTables?: string[]
}

/** Without it the data is not whole, which whoever reads it from a file has found out before. */
export function requireEnd(end: End | undefined): End {
  if (!end) throw new Error('The data has no end')
  return end
}

/** All the data of a service, in pieces that fit in memory, in this order; images may stand between the others. */
export type DataRecord =
  | { head: Head }
  | { image: string; bytes: Buffer }
  | { schema: SchemaNote }
  | { table: string; rows: Values[] }
  | { end: End }
