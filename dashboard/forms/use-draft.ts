import { useEffect, useRef, useState } from 'react'
import { forgetDraft, keepDraft } from './draft.ts'
import { keepLarge, readLarge } from './large-drafts.ts'
import { type Draft, namesOf, pick } from './rebase.ts'
import { same } from './same.ts'

interface Options<T> {
  /** Where the draft is kept; without it nothing is kept. */
  key: string | undefined
  /** What was kept earlier. */
  found: Draft<T> | undefined
  changed: Partial<T>
  /** What the form goes on from at this moment: a save may have ended since it was drawn. */
  start: () => T
  /** The fields that hold pictures. They are read a moment later than the rest. */
  large: readonly (keyof T)[]
  onLarge: (kept: Draft<T>) => void
}

/** Keeps what was changed in a form until it is saved or thrown away, beside what is changed in other tabs. */
export function useDraft<T extends object>({ key, found, changed, start, large, onLarge }: Options<T>) {
  const [reading, setReading] = useState(key !== undefined && large.length > 0)
  const keptWords = useRef(found?.mine ?? {})
  const keptPictures = useRef<Partial<T>>({})

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form opens.
  useEffect(() => {
    if (!reading || key === undefined) return
    void readLarge<T>(key).then((pictures) => {
      if (pictures) {
        keptPictures.current = pictures.mine
        onLarge(pictures)
      }
      setReading(false)
    })
  }, [])

  useEffect(() => {
    if (key === undefined) return
    const names = namesOf(changed)
    const draftOf = (part: (keyof T)[]) => ({ mine: pick(changed as T, part), was: pick(start(), part) })
    const words = draftOf(names.filter((name) => !large.includes(name)))
    const pictures = draftOf(names.filter((name) => large.includes(name)))
    if (!same(words.mine, keptWords.current) && keepDraft(key, keptWords.current, words))
      keptWords.current = words.mine
    if (reading || same(pictures.mine, keptPictures.current)) return
    void keepLarge(key, keptPictures.current, pictures)
    keptPictures.current = pictures.mine
  })

  /** Once it is saved. What has been changed since is kept anew, beside what was saved. */
  const forget = () => {
    if (key === undefined) return
    forgetDraft(key, keptWords.current, keptPictures.current)
    keptWords.current = {}
    keptPictures.current = {}
  }
  return { forget }
}
