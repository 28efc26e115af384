import type { Queries } from '../../storage/engine.ts'
import { findFailedTries } from '../../storage/outbox.ts'
import { doubtful, type Finding, reasonOf, well } from './finding.ts'

/** What asking the mail server does not tell: one that lets us in may still refuse what it is given, such as the sender or a recipient. */
export async function checkOutbox(db: Queries): Promise<Finding> {
  const { count, reason } = await findFailedTries(db)
  if (reason === undefined) return well('outbox', 'no mail waits after a failed try')
  const mails = count === 1 ? '1 mail waits' : `${count} mails wait`
  return doubtful(
    'outbox',
    `${mails} for another try; the newest failed with "${reasonOf({ message: reason })}"`,
    'If the mail server minds the sender, set MAIL_FROM to one that it may send for; the log has every try.',
  )
}
