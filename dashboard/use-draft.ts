import { useEffect, useRef, useState } from 'react'
import { keepDraft } from './draft.ts'
import { keepLarge, readLarge } from './large-drafts.ts'
import { same } from './same.ts'

interface Options<T> {
  /** Where the draft is kept; without it nothing is kept. */
  key: string | undefined
  /** What was kept earlier. */
  found: Partial<T>
  changed: Partial<T>
  /** The fields that hold pictures. They are read a moment later than the rest. */
  large: readonly (keyof T)[]
  onLarge: (kept: Partial<T>) => void
}

/** Keeps what was changed in a form until it is saved or thrown away. */
export function useDraft<T extends object>({ key, found, changed, large, onLarge }: Options<T>) {
  const [reading, setReading] = useState(key !== undefined && large.length > 0)
  const keptWords = useRef(found)
  const keptPictures = useRef<Partial<T>>({})

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form opens.
  useEffect(() => {
    if (!reading || key === undefined) return
    void readLarge<Partial<T>>(key).then((pictures) => {
      if (pictures) {
        keptPictures.current = pictures
        onLarge(pictures)
      }
      setReading(false)
    })
  }, [])

  useEffect(() => {
    if (key === undefined) return
    const isLarge = ([name]: [string, unknown]) => large.includes(name as keyof T)
    const fields = Object.entries(changed)
    const words = Object.fromEntries(fields.filter((field) => !isLarge(field))) as Partial<T>
    const pictures = Object.fromEntries(fields.filter(isLarge)) as Partial<T>
    // A form in which nothing was changed leaves alone what another tab keeps.
    if (!same(words, keptWords.current)) {
      keptWords.current = words
      keepDraft(key, words)
    }
    if (reading || same(pictures, keptPictures.current)) return
    keptPictures.current = pictures
    void keepLarge(key, pictures)
  })
}
