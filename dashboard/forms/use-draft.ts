import { useEffect, useRef, useState } from 'react'
import { dropDraft, forgetDraft, keepDraft, readDraft } from './draft.ts'
import { type Draft, namesOf, pick } from './rebase.ts'
import { same } from './same.ts'
import { usePictures } from './use-pictures.ts'

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
  /** Whether the draft is that of one tab alone: of the one in which it was changed last. */
  whole: boolean
  onLarge: (kept: Draft<T>) => void
}

/** Keeps what was changed in a form until it is saved or thrown away, beside what is changed in other tabs. */
export function useDraft<T extends object>(options: Options<T>) {
  const { key, found, changed, start, large, whole, onLarge } = options
  const [reading, setReading] = useState(key !== undefined && large.length > 0)
  const keptWords = useRef(found?.mine ?? {})
  const keptPictures = usePictures<T>(key ?? '')

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form opens.
  useEffect(() => {
    if (!reading) return
    void keptPictures.read().then((pictures) => {
      if (pictures) onLarge(pictures)
      setReading(false)
    })
  }, [])

  const isOthers = (kept: string) => whole && !same(readDraft<T>(kept)?.mine ?? {}, keptWords.current)
  const letGo = () => {
    keptWords.current = {}
    keptPictures.letGo()
  }

  useEffect(() => {
    if (key === undefined) return
    const names = namesOf(changed)
    const draftOf = (part: (keyof T)[]) => ({ mine: pick(changed as T, part), was: pick(start(), part) })
    const words = draftOf(names.filter((name) => !large.includes(name)))
    const pictures = draftOf(names.filter((name) => large.includes(name)))
    const arePut = () => reading || keptPictures.isPut(pictures.mine)
    if (same(words.mine, keptWords.current) && arePut()) return
    if (isOthers(key)) {
      if (names.length > 0) dropDraft(key)
      letGo()
    }
    if (!same(words.mine, keptWords.current) && keepDraft(key, keptWords.current, words))
      keptWords.current = words.mine
    if (!arePut()) keptPictures.put(pictures)
  })

  /** Once it is saved. What has been changed since is kept anew, beside what was saved. */
  const forget = () => {
    if (key === undefined) return
    if (isOthers(key)) return letGo()
    forgetDraft(key, keptWords.current)
    keptWords.current = {}
    keptPictures.takeOut()
  }
  return { forget }
}
