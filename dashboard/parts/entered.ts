import { useRouter, useSearch } from '@tanstack/react-router'
import { refreshSession } from '../session.ts'

/** After signing in: back to where the person was going, if that is a page of ours. */
export function useEntered() {
  const { to } = useSearch({ strict: false }) as { to?: string }
  const router = useRouter()
  return async () => {
    await refreshSession()
    const target = to && /^\/(dashboard\/)?(?!\/)/.test(to) ? to : '/'
    router.history.push(target.startsWith('/dashboard') ? target : `/dashboard${target}`)
  }
}
