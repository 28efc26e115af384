import { useRef } from 'react'
import { same } from './same.ts'

/**
 * Names what is sent: the same values have the same name while the form is open, so that sending them again after an
 * answer was lost makes nothing twice.
 */
export function useAttempt<T>(): (values: T) => string {
  const last = useRef<{ values: T; name: string }>(undefined)
  return (values) => {
    if (!last.current || !same(values, last.current.values)) last.current = { values, name: randomId() }
    return last.current.name
  }
}

/** A browser has `randomUUID` only where the page came by HTTPS. */
function randomId(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
