import { type Query, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ROUTES, type RouteName } from '#contract/dashboard.ts'
import { type AnswerOf, ApiProblem, call, type InputOf } from './api.ts'

const RETRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Asked for also where the browser says that it is offline: a failure that is told is better than grey shapes.
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
 * For what others change, as customers do: asked again and again while the window is seen and there is a connection.
 * Whoever comes back to the window, or gets the connection back, asks at once.
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

/** Whoever is signed in is looked at by itself, and code does not change. */
const isOfStore = ({ queryKey: [name] }: Query) => name !== 'session' && Object.hasOwn(ROUTES, String(name))

const askLater = (client: QueryClient) =>
  void client.invalidateQueries({ predicate: isOfStore, refetchType: 'none' })

/**
 * After a change: what is shown of these routes is asked for again at once, and everything else when it is next opened,
 * since what one page changes is usually shown by others too.
 */
export function useRefresh() {
  const client = useQueryClient()
  return (...names: RouteName[]) => {
    askLater(client)
    return Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
  }
}

/** What is shown and could not be read is asked for again, all at once: it mostly fails together. */
export function useAskFailed() {
  const client = useQueryClient()
  return () =>
    client.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    )
}

/** After something was deleted: no list shows it for another moment. */
export function useForget() {
  const client = useQueryClient()
  return (...names: RouteName[]) => {
    askLater(client)
    for (const name of names) client.removeQueries({ queryKey: [name], type: 'inactive' })
  }
}
