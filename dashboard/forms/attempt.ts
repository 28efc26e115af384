import { useRef } from 'react'
import { same } from './same.ts'

/**
 * Names what is sent: the same values have the same name while the form is open, so that sending them again after an
 * answer was lost makes nothing twice.
 */
export function useAttempt<T>(): (values: T) => string {
  const last = useRef<{ values: T; name: string }>(undefined)
  return (values) => {
    if (!last.current || !same(values, last.current.values))
      last.current = { values, name: crypto.randomUUID() }
    return last.current.name
  }
}
