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
  /** The form's current base values. A function, because a save may have ended since the last render. */
  start: () => T
  /** The fields that hold pictures. They are read asynchronously, after the rest. */
  large: readonly (keyof T)[]
  /** Whether the draft belongs to one tab alone: the one that changed it last. */
  whole: boolean
  onLarge: (kept: Draft<T>) => void
}

/** Keeps a form's changes in a draft until they are saved or discarded, together with those of other tabs. */
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

  /** To be called after saving. Changes made since then are kept in the draft again. */
  const forget = () => {
    if (key === undefined) return
    if (isOthers(key)) return letGo()
    forgetDraft(key, keptWords.current)
    keptWords.current = {}
    keptPictures.takeOut()
  }
  return { forget }
}
