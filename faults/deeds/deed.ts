import type { World } from '../../server/world.ts'
import type { Point } from './points.ts'

/** What a deed (an action during which a process kills itself) works on. Passed between processes as JSON. */
export interface Subject {
  storeId: string
  ownerId: string
  productId: string
  orderId: string
  reference: string
  amountPaise: number
  /** The idempotency key. */
  key: string
  smtpUrl: string
  categoryId?: string
}

interface Doom {
  point: Point
  die(): never
}

export interface Deed {
  points: readonly Point[]
  /** The points on PostgreSQL, where they differ. */
  pointsOnPostgres?: readonly Point[]
  /** Makes what the deed needs. Returns changes to the subject, such as another store. */
  prepare?(world: World): Promise<Partial<Subject>>
  do(world: World, subject: Subject, doom: Doom): Promise<unknown>
  /** Whether the deed has been done. Never changes from true back to false. */
  isDone(world: World, subject: Subject): Promise<boolean>
}
