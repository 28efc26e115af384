import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Membership, Person } from '#contract/dashboard/accounts.ts'
import { type AnswerOf, call, membership } from './api.ts'
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
 * The person shown here may have been signed out meanwhile, perhaps in another tab. A dialog over the page then asks
 * them to sign in again; until they do, the page keeps showing their session.
 */
function unlessOver(session: AnswerOf<'session'>): AnswerOf<'session'> {
  const shown = queryClient.getQueryData<AnswerOf<'session'>>(SESSION)
  if (!shown?.person || shown.person.id === session.person?.id) return session
  void askToSignIn()
  return shown
}

// An owner may have changed the role, removed the person or deleted the store while they worked.
membership.addEventListener('changed', () => void queryClient.invalidateQueries({ queryKey: SESSION }))

export const readSession = () => queryClient.ensureQueryData(sessionQuery)

export async function refreshSession() {
  const ask = () => queryClient.fetchQuery({ ...sessionQuery, queryFn: askSession, staleTime: 0 })
  // `ask` joins a request that is already running, whose answer may predate the change. So wait for it first.
  if (queryClient.isFetching(sessionQuery) > 0) await ask().catch(() => {})
  return ask()
}

/** After an action: a failure to refresh the session must not be reported as a failure of the action. */
export const seeSession = () => refreshSession().catch(() => undefined)

export const useSession = () => useQuery(sessionQuery).data

/** Whether this service can send mails. */
export const useSendsMails = (): boolean => useSession()?.mails ?? true

/** Only for the signed-in part of the app, where there is always a person. */
export function usePerson(): Person {
  const person = useSession()?.person
  if (!person) throw new Error('Nobody is signed in')
  return person
}

/**
 * Finds a store also by a former address, since the address may have been changed in another tab, or just now in this
 * one. An instance of the previous version sends no `former_slugs`.
 */
export const storeUnder = (stores: readonly Membership[], slug: string | undefined): Membership | undefined =>
  stores.find((each) => each.slug === slug) ??
  stores.find(({ former_slugs }) => slug !== undefined && former_slugs?.includes(slug))

/** The store in the URL, with the person's role there. */
export function useStore(): Membership {
  const { store: slug } = useParams({ strict: false })
  const found = storeUnder(useSession()?.stores ?? [], slug)
  if (!found) throw new Error('The store in the address is not one of this person')
  return found
}

/** The draft key of a form for this person in this store. */
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
