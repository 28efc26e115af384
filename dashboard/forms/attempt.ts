import { useState } from 'react'
import { keepAttempt, readAttempt } from './draft.ts'

/**
 * Names what is sent: the same has the same name for as long as its draft is kept, so that sending it again after an
 * answer was lost makes nothing twice, also when the page was loaded anew in between. Without a draft, for as long as the
 * form is open.
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

/** Its pictures would not fit beside a draft's words. */
async function digestOf(body: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join()
}
