import { useEffect, useRef, useState } from 'react'
import { keepDraft } from './draft.ts'
import { keepLarge, readLarge } from './large-drafts.ts'
import { same } from './same.ts'

interface Options<T> {
  /** Where the draft is kept; without it nothing is kept. */
  key: string | undefined
  changed: Partial<T>
  /** The fields that hold pictures. They are read a moment later than the rest. */
  large: readonly (keyof T)[]
  onLarge: (kept: Partial<T>) => void
}

/** Keeps what was changed in a form until it is saved or thrown away. */
export function useDraft<T extends object>({ key, changed, large, onLarge }: Options<T>) {
  const [reading, setReading] = useState(key !== undefined && large.length > 0)
  const kept = useRef<Partial<T>>({})

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form opens.
  useEffect(() => {
    if (!reading || key === undefined) return
    void readLarge<Partial<T>>(key).then((found) => {
      if (found) {
        kept.current = found
        onLarge(found)
      }
      setReading(false)
    })
  }, [])

  useEffect(() => {
    if (key === undefined) return
    const isLarge = ([name]: [string, unknown]) => large.includes(name as keyof T)
    const fields = Object.entries(changed)
    keepDraft(key, Object.fromEntries(fields.filter((field) => !isLarge(field))))
    const pictures = Object.fromEntries(fields.filter(isLarge)) as Partial<T>
    if (reading || same(pictures, kept.current)) return
    kept.current = pictures
    void keepLarge(key, pictures)
  })
}
