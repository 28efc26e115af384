import type { AuditAction } from '#contract/dashboard/audit.ts'
import type { Note } from '../actions/note.ts'
import { idFor } from '../rules/values/uuid.ts'
import { findAuditTime, insertAudit } from '../storage/accounts/audit.ts'
import type { Queries } from '../storage/engine.ts'
import type { World } from '../world.ts'

export interface Actor {
  id: string
  name: string
  email: string
}

interface AuditEntry {
  action: AuditAction
  subject: string
  detail?: string
  /** Names a task that is done in parts: parts with the same words share one line. */
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
    id: partOf ? idOfParts(actor, { action, subject, partOf }) : world.newId(),
    at: world.now(),
    actor: actor.name,
    actor_email: actor.email,
    action,
    subject,
    detail,
  })
}

const idOfParts = (
  { email }: Pick<Actor, 'email'>,
  { action, subject, partOf }: Pick<AuditEntry, 'action' | 'subject'> & { partOf: string },
) => idFor(partOf, email, action, subject)

/** When the first part of such a task was noted; undefined before that. */
export const firstNoted = (
  db: Queries,
  storeId: string,
  actor: Actor,
  entry: Parameters<typeof idOfParts>[1],
): Promise<number | undefined> => findAuditTime(db, storeId, idOfParts(actor, entry))

/**
 * Makes the note for an action (actions know nothing of people): it writes a line about the change into the store's
 * audit log.
 */
export const audited =
  <Change>(
    world: World,
    storeId: string,
    actor: Actor,
    entryOf: (change: Change) => AuditEntry,
  ): Note<Change> =>
  (tx, change) =>
    writeAudit(tx, world, storeId, actor, entryOf(change))
