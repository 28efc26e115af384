import { useState } from 'react'
import { keepAttempt, readAttempt } from './draft.ts'

/**
 * Gives an idempotency key for what is sent. The same body keeps its key as long as its draft is kept, so that a retry
 * after a lost answer creates nothing twice, even after a reload of the page. Without a draft, the key lasts as long as
 * the form is open.
 */
export function useAttempt(draft?: string): (body: object) => Promise<string> {
  const [last] = useState(() => ({ attempt: draft === undefined ? undefined : readAttempt(draft) }))
  return async (body) => {
    const sent = await digestOf(body)
    if (last.attempt?.sent !== sent) {
      last.attempt = { sent, name: crypto.randomUUID() }
      if (draft !== undefined) keepAttempt(draft, last.attempt)
    }
    return last.attempt.name
  }
}

/** A digest, because the body's pictures would not fit into localStorage. */
async function digestOf(body: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join()
}
