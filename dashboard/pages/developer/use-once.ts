import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

/** Does something once, when its dialog opens, and returns its progress. */
export function useOnce<T>(work: () => Promise<T>) {
  const id = useId()
  return useQuery({
    queryKey: ['once', id],
    queryFn: work,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
