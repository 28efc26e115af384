import type { World } from '../../server/world.ts'
import type { Point } from './points.ts'

/** What a deed is about, as text between the processes. */
export interface Subject {
  storeId: string
  ownerId: string
  productId: string
  orderId: string
  reference: string
  amountPaise: number
  /** For what is done once only. */
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
  /** Where it goes another way there. */
  pointsOnPostgres?: readonly Point[]
  /** What has to be there before, and in which store, where that is not the subject's own. */
  prepare?(world: World): Promise<Partial<Subject>>
  do(world: World, subject: Subject, doom: Doom): Promise<unknown>
  /** Whether it has been done; once done it stays so. */
  isDone(world: World, subject: Subject): Promise<boolean>
}
