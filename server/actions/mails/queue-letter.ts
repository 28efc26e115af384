import type { Letter, LetterContent } from '../../mails/letter.ts'
import type { Queries } from '../../storage/engine.ts'
import { insertLetter } from '../../storage/mails/letters.ts'
import type { World } from '../../world.ts'

/**
 * Queues a letter: a mail that belongs to no order. Written in the transaction of the change that it reports, or
 * through the engine itself; the mail worker sends it.
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

/** Letters contain links that open doors, or tell of customers, so their content is stored sealed. */
export const sealContent = ({ vault }: Pick<World, 'vault'>, content: LetterContent): string =>
  vault.seal(JSON.stringify(content))
