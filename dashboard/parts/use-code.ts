import { useQuery } from '@tanstack/react-query'
import { fetched } from '../fetched.ts'

/** The code of a part of a page, which comes after it. Where it cannot be had, the page stays. */
export function useCode<Module>(name: string, load: () => Promise<Module>) {
  const query = useQuery({
    queryKey: ['code', name],
    queryFn: () => fetched(load()),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  })
  // A browser may hold on to a failure, and a newer version of the app has its code elsewhere.
  const refetch = () => (navigator.onLine ? location.reload() : query.refetch())
  const { data, error, dataUpdatedAt } = query
  return { data, error, dataUpdatedAt, refetch }
}
