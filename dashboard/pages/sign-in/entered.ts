import { useRouter, useSearch } from '@tanstack/react-router'
import { LINK_PAGES } from '#contract/dashboard/accounts.ts'
import { refreshSession } from '../../session.ts'
import { invitationFor } from './link-token.ts'

/** After signing in, leads to the page that the person wanted, if it is one of ours, else to their store. */
export function useEntered() {
  const { to } = useSearch({ strict: false }) as { to?: string }
  const router = useRouter()
  return async () => {
    const { person, stores } = await refreshSession()
    const invitation = person && stores.length === 0 ? invitationFor(person.email) : undefined
    if (invitation && !to) return router.history.push(`${LINK_PAGES.join}#${invitation}`)
    const target = to && /^\/(dashboard\/)?(?!\/)/.test(to) ? to : '/'
    router.history.push(target.startsWith('/dashboard') ? target : `/dashboard${target}`)
  }
}
