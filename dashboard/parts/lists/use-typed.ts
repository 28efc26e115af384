import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 300

/** A field that sends its text a moment after the last key. Updates of the URL that result do not undo newer typing. */
export function useTyped(asked: string, ask: (text: string) => void) {
  const [typed, setTyped] = useState(asked)
  const last = useRef(asked)
  const later = useDebouncedCallback((text: string) => {
    last.current = text
    ask(text)
  }, PAUSE_MS)
  useEffect(() => {
    if (asked === last.current) return
    last.current = asked
    later.cancel()
    setTyped(asked)
  }, [asked, later])
  const type = (text: string) => {
    setTyped(text)
    later(text.trim())
  }
  return { typed, type }
}
