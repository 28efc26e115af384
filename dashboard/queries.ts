import { type Query, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ROUTES, type RouteName } from '#contract/dashboard.ts'
import { type AnswerOf, ApiProblem, call, type InputOf } from './api.ts'

const RETRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Query even if the browser claims to be offline: an error message is better than endless placeholders.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < RETRIES && !(error instanceof ApiProblem && error.status >= 400 && error.status < 500),
    },
  },
})

interface Options<Name extends RouteName> {
  enabled?: boolean
  /** Keeps showing the old rows while the next ones come. */
  keep?: boolean
  every?: number | ((data: AnswerOf<Name> | undefined) => number | false)
}

const HALF_MINUTE = 30_000

/**
 * The polling interval for data that others change, such as customers: only while the window is visible and online.
 * When the window or the connection comes back, the data is refetched at once.
 */
export const whileSeen = (): number | false => (navigator.onLine ? HALF_MINUTE : false)

/** One route of the contract as a query; its name and input are its key. */
export function useCall<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  options: Options<Name> = {},
) {
  const { every } = options
  return useQuery<AnswerOf<Name>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.keep && { placeholderData: (old: unknown) => old as never }),
    ...(every !== undefined && {
      refetchInterval:
        typeof every === 'number'
          ? every
          : (query: { state: { data: unknown } }) => every(query.state.data as AnswerOf<Name> | undefined),
    }),
  })
}

/** Excludes the session, which is refreshed separately, and lazily loaded code, which does not change. */
const isOfStore = ({ queryKey: [name] }: Query) => name !== 'session' && Object.hasOwn(ROUTES, String(name))

const askLater = (client: QueryClient) =>
  void client.invalidateQueries({ predicate: isOfStore, refetchType: 'none' })

/**
 * After a change: refetches these routes at once where they are shown, and everything else when it is next opened,
 * because a change on one page usually affects others.
 */
export function useRefresh() {
  const client = useQueryClient()
  return (...names: RouteName[]) => {
    askLater(client)
    return Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
  }
}

/** Refetches all failed queries on the page together, because they mostly fail together. */
export function useAskFailed() {
  const client = useQueryClient()
  return () =>
    client.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    )
}

/**
 * After a deletion, or a save whose page was left: drops cached answers that are not on the screen, so that no page
 * shows the former state for a moment.
 */
export function useForget() {
  const client = useQueryClient()
  return (...names: RouteName[]) => {
    askLater(client)
    for (const name of names) client.removeQueries({ queryKey: [name], type: 'inactive' })
  }
}
