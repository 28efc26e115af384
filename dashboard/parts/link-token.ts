import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/** The token of a link in a mail stands after the `#`, so that it stays out of every log. */
export const useLinkToken = () => useLocation({ select: ({ hash }) => hash })

const KEPT = 'haat-join'

/** An invitation's token outlives signing in or up on the way, in this tab alone. */
export function useJoinToken() {
  const token = useLinkToken()
  const [kept] = useState(() => {
    if (token) sessionStorage.setItem(KEPT, token)
    return token || (sessionStorage.getItem(KEPT) ?? '')
  })
  return kept
}
