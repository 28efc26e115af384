import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { readDraft } from './draft.ts'
import { type Draft, pick, type Rebased, rebase } from './rebase.ts'
import { changedFrom, same } from './same.ts'
import { useDraft } from './use-draft.ts'

export interface Given<T> {
  initial: T
  /** Where the draft is kept; without it nothing is kept. */
  draft?: string
  /** The fields that hold pictures. */
  large?: readonly (keyof T)[]
  /** For a thing that does not exist yet: two tabs then make two things, so they do not share the draft. */
  isNew?: boolean
}

/** The values of a form: initial ones plus changes, rebased when somebody else saves meanwhile. */
export function useFormValues<T extends object>({ initial, draft, large = [], isNew = false }: Given<T>) {
  const [kept] = useState(() => (draft ? readDraft<T>(draft) : undefined))
  const [start, setStart] = useState(initial)
  const [opened] = useState(() => goOnWith(kept, initial, initial))
  const [values, setValues] = useState(opened.values)
  const [newer, setNewer] = useState(opened.newer)
  const [restored, setRestored] = useState(kept !== undefined)
  const now = useRef({ values, start })
  useLayoutEffect(() => {
    now.current = { values, start }
  })
  const changed = changedFrom(start, values)

  const goOn = (found: Rebased<T>) => {
    setValues(found.values)
    setNewer((old) => [...new Set([...old, ...found.newer])])
  }
  const { forget } = useDraft({
    key: draft,
    found: kept,
    changed,
    start: () => now.current.start,
    large,
    whole: isNew,
    onLarge: (pictures) => {
      goOn(goOnWith(pictures, now.current.start, now.current.values))
      setRestored(true)
    },
  })

  const met = useRef(initial)
  useEffect(() => {
    if (same(initial, met.current)) return
    met.current = initial
    setStart(initial)
    goOn(rebase(now.current.start, now.current.values, initial))
  })

  const begin = (next: T) => {
    now.current = { values: next, start: next }
    setStart(next)
    setValues(next)
    setNewer([])
    setRestored(false)
  }

  /** These were saved. What was typed during the request stays in the form and is still unsaved. */
  const goOnFrom = (saved: Partial<T>) => {
    const start = { ...now.current.start, ...saved }
    now.current = { ...now.current, start }
    setStart(start)
    setNewer([])
    setRestored(false)
    forget()
  }

  /** The same, where the server stored the values in another form than they were sent in. */
  const settle = (next: T) => {
    const { values } = rebase(now.current.start, now.current.values, next)
    now.current = { values, start: next }
    setStart(next)
    setValues(values)
  }

  const put = <K extends keyof T>(key: K, value: T[K]) => setValues((old) => ({ ...old, [key]: value }))

  const takeNewer = () => {
    setValues((old) => ({ ...old, ...pick(start, newer) }))
    setNewer([])
  }
  return {
    values,
    start,
    changed,
    restored,
    newer: newer.filter((name) => name in changed),
    now: () => now.current,
    begin,
    goOnFrom,
    settle,
    put,
    takeNewer,
  }
}

/** Rebases a draft onto the values saved now, which may be newer than those it began with. */
const goOnWith = <T extends object>(draft: Draft<T> | undefined, start: T, values: T): Rebased<T> =>
  rebase({ ...start, ...draft?.was }, { ...values, ...draft?.mine }, start)
