import { useQuery } from '@tanstack/react-query'
import { fetched } from '../fetched.ts'

/** Loads the code of a part of a page lazily. If that fails, the rest of the page stays. */
export function useCode<Module>(name: string, load: () => Promise<Module>) {
  const query = useQuery({
    queryKey: ['code', name],
    queryFn: () => fetched(load()),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  })
  // A reload is needed: browsers cache a failed import, and a newer version of the app has its code under other names.
  const refetch = () => (navigator.onLine ? location.reload() : query.refetch())
  const { data, error, dataUpdatedAt } = query
  return { data, error, dataUpdatedAt, refetch }
}
