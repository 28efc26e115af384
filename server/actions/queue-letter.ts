import type { LetterContent } from '../mails/letter.ts'
import type { Queries } from '../storage/engine.ts'
import { insertLetter } from '../storage/letters.ts'
import type { World } from '../world.ts'

export interface Letter {
  to: string
  subject: string
  /** What it is about, in one or two words, for the log and the list at /dev/mail: `invitation`. */
  kind: string
  content: LetterContent
}

/**
 * A mail that belongs to no order. Written in the transaction of whatever it tells about, or through the engine itself;
 * the mail worker sends it. Links in it may open doors, so the content is kept sealed.
 */
export function queueLetter(
  tx: Queries,
  { now, newId, vault }: Pick<World, 'now' | 'newId' | 'vault'>,
  { to, subject, kind, content }: Letter,
): Promise<void> {
  const at = now()
  return insertLetter(tx, {
    id: newId(),
    recipient: to,
    kind,
    subject,
    data: vault.seal(JSON.stringify(content)),
    status: 'pending',
    attempts: 0,
    due_at: at,
    created_at: at,
  })
}
