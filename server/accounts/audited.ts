import type { AuditAction } from '#contract/dashboard/audit.ts'
import { idOf } from '../rules/uuid.ts'
import { insertAudit } from '../storage/audit.ts'
import type { Engine, Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'

export interface Actor {
  id: string
  name: string
  email: string
}

export interface AuditEntry {
  action: AuditAction
  subject: string
  detail?: string
  /** Names a thing that is done in parts: the parts with the same words share a line. */
  partOf?: string
}

export function writeAudit(
  tx: Queries,
  world: Pick<World, 'now' | 'newId'>,
  storeId: string,
  actor: Pick<Actor, 'name' | 'email'>,
  { action, subject, detail = '', partOf }: AuditEntry,
): Promise<void> {
  return insertAudit(tx, {
    store_id: storeId,
    id: partOf ? idOf(partOf, actor.email, action, subject) : world.newId(),
    at: world.now(),
    actor: actor.name,
    actor_email: actor.email,
    action,
    subject,
    detail,
  })
}

/**
 * The same world, in which a transaction also writes its line of the audit log before it commits. It lets an action that
 * knows nothing of people be done by one: the change and the line stand or fall together.
 */
export function audited(world: World, storeId: string, actor: Actor, entry: AuditEntry): World {
  const { db } = world
  return withDb(world, {
    rows: (query, values) => db.rows(query, values),
    first: (query, values) => db.first(query, values),
    write: (query, values) => db.write(query, values),
    transaction: (work) =>
      db.transaction(async (tx) => {
        const value = await work(tx)
        await writeAudit(tx, world, storeId, actor, entry)
        return value
      }),
  })
}

/** Runs actions that have no transaction of their own, or only a small one, inside one together with other writing. */
export const joined = <T>(world: World, work: (inside: World, tx: Queries) => Promise<T>): Promise<T> =>
  world.db.transaction((tx) =>
    work(
      withDb(world, {
        rows: (query, values) => tx.rows(query, values),
        first: (query, values) => tx.first(query, values),
        write: (query, values) => tx.write(query, values),
        transaction: async (inner) => inner(tx),
      }),
      tx,
    ),
  )

const withDb = (world: World, db: Pick<Engine, 'rows' | 'first' | 'write' | 'transaction'>): World => ({
  ...world,
  db: {
    ...db,
    dialect: world.db.dialect,
    snapshot: () => world.db.snapshot(),
    version: () => world.db.version(),
    load: () => world.db.load(),
    migrating: (work) => world.db.migrating(work),
    [Symbol.asyncDispose]: async () => {},
  },
})
