import type { LetterContent } from '../mails/letter.ts'
import type { Queries } from '../storage/engine.ts'
import { findStore } from '../storage/stores.ts'
import type { World } from '../world.ts'
import { queueLetter } from './queue-letter.ts'

export interface Message {
  kind: string
  subject: string
  content: Omit<LetterContent, 'storeName'>
}

/** A mail to the store's contact address, in the transaction of what it tells about; a store without one gets none. */
export async function tellSeller(
  tx: Queries,
  world: World,
  storeId: string,
  message: Message,
): Promise<void> {
  const store = await findStore(tx, storeId)
  if (!store?.contact_email) return
  const { kind, subject, content } = message
  await queueLetter(tx, world, {
    to: store.contact_email,
    kind,
    subject,
    content: { ...content, storeName: store.name },
  })
}
