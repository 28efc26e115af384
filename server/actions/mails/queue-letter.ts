import type { Letter, LetterContent } from '../../mails/letter.ts'
import type { Queries } from '../../storage/engine.ts'
import { insertLetter } from '../../storage/mails/letters.ts'
import type { World } from '../../world.ts'

/**
 * A mail that belongs to no order. Written in the transaction of whatever it tells about, or through the engine itself;
 * the mail worker sends it.
 */
export function queueLetter(
  tx: Queries,
  world: Pick<World, 'now' | 'newId' | 'vault'>,
  { id = world.newId(), to, subject, kind, content, aboutStore, invitation, worksForMs }: Letter,
): Promise<void> {
  const at = world.now()
  return insertLetter(tx, {
    id,
    recipient: to,
    kind,
    subject,
    data: sealContent(world, content),
    status: 'pending',
    attempts: 0,
    due_at: at,
    created_at: at,
    about_store: aboutStore ?? null,
    expires_at: worksForMs === undefined ? null : at + worksForMs,
    invitation_id: invitation ?? null,
  })
}

/** What it says opens doors or tells of customers, so that it is kept sealed. */
export const sealContent = ({ vault }: Pick<World, 'vault'>, content: LetterContent): string =>
  vault.seal(JSON.stringify(content))
