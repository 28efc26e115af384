import { useLocation } from '@tanstack/react-router'
import { keepIn } from '../../keep-in.ts'

/** The token of a link in a mail stands after the `#`, so that it stays out of every log. */
export const useLinkToken = () => useLocation({ select: ({ hash }) => hash })

const KEPT = 'haat-join'

/** Keeps an invitation's token while the person signs in or up, in this tab only. */
export function useJoinToken() {
  const token = useLinkToken()
  if (token) keepIn(sessionStorage, KEPT, token)
  return token || (sessionStorage.getItem(KEPT) ?? '')
}

const INVITED = 'haat-invited'

interface Invited {
  email: string
  token: string
}

/** The link that confirms an address opens a new tab, which must find the invitation again. */
export const rememberInvitation = (invited: Invited) =>
  void keepIn(localStorage, INVITED, JSON.stringify(invited))

export const forgetInvitation = () => localStorage.removeItem(INVITED)

/** The token of the invitation that was opened in this browser, if it is for this address. */
export function invitationFor(email: string): string | undefined {
  const { email: invited, token }: Partial<Invited> = JSON.parse(localStorage.getItem(INVITED) ?? '{}')
  return invited === email ? token : undefined
}
