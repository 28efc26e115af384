import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Membership, Person } from '#contract/dashboard/accounts.ts'
import { type AnswerOf, call } from './api.ts'
import { draftKey } from './forms/draft.ts'
import { keepIn } from './keep-in.ts'
import { queryClient } from './queries.ts'
import { askToSignIn } from './signed-out.ts'

const LAST_STORE = 'haat-last-store'

const SESSION = ['session', {}] as const

export const askSession = () => call('session', {})

const sessionQuery = {
  queryKey: SESSION,
  queryFn: async () => unlessOver(await askSession()),
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
} as const

/**
 * Whoever is shown here may have been signed out meanwhile, perhaps in another tab. They are asked to sign in again over
 * what they were doing, which stays theirs until they do.
 */
function unlessOver(session: AnswerOf<'session'>): AnswerOf<'session'> {
  const shown = queryClient.getQueryData<AnswerOf<'session'>>(SESSION)
  if (!shown?.person || shown.person.id === session.person?.id) return session
  void askToSignIn()
  return shown
}

export const readSession = () => queryClient.ensureQueryData(sessionQuery)

export async function refreshSession() {
  const ask = () => queryClient.fetchQuery({ ...sessionQuery, queryFn: askSession, staleTime: 0 })
  // An answer that is on its way, which `ask` would wait for, may be older than what has just happened.
  if (queryClient.isFetching(sessionQuery) > 0) await ask().catch(() => {})
  return ask()
}

/** After something was done: that only the look at it failed must not be told as a failure of the deed. */
export const seeSession = () => refreshSession().catch(() => undefined)

export const useSession = () => useQuery(sessionQuery).data

/** Whether mails leave this service. */
export const useSendsMails = (): boolean => useSession()?.mails ?? true

/** Inside the signed-in part of the app there is always somebody. */
export function usePerson(): Person {
  const person = useSession()?.person
  if (!person) throw new Error('Nobody is signed in')
  return person
}

/**
 * Also by an address that the store had before: it may have been changed in another tab, or a moment ago in this one. An
 * instance of the version before tells of none.
 */
export const storeUnder = (stores: readonly Membership[], slug: string | undefined): Membership | undefined =>
  stores.find((each) => each.slug === slug) ??
  stores.find(({ former_slugs }) => slug !== undefined && former_slugs?.includes(slug))

/** The store in the address, and what the person is there. */
export function useStore(): Membership {
  const { store: slug } = useParams({ strict: false })
  const found = storeUnder(useSession()?.stores ?? [], slug)
  if (!found) throw new Error('The store in the address is not one of this person')
  return found
}

/** Where a form in this store keeps what this person typed. */
export const useDraftKey = (form: string): string => useDraftKeys()(form)

export function useDraftKeys(): (form: string) => string {
  const { id } = usePerson()
  const { store_id } = useStore()
  return (form) => draftKey(id, store_id, form)
}

export const rememberStore = (slug: string) => keepIn(localStorage, LAST_STORE, slug)

export function firstStore(stores: readonly Membership[]): Membership | undefined {
  const last = localStorage.getItem(LAST_STORE)
  return storeUnder(stores, last ?? undefined) ?? stores[0]
}
