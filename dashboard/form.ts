import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiProblem } from './api.ts'
import { dropDraft, readDraft } from './draft.ts'
import { type Draft, namesOf, pick, type Rebased, rebase } from './rebase.ts'
import { changedFrom, same } from './same.ts'
import { useDraft } from './use-draft.ts'

export interface Form<T> {
  values: T
  set: <K extends keyof T>(key: K, value: T[K]) => void
  /** The server's own sentence, by the name of the field it is about. */
  errors: Readonly<Record<string, string>>
  problem: unknown
  dirty: boolean
  /** For what outlives a drawing of the form: whether there is something to lose at this moment. */
  isDirtyNow: () => boolean
  saving: boolean
  /** True when the values come from a draft kept earlier. */
  restored: boolean
  /** The fields that were changed both here and elsewhere. Saving puts what is here in their place. */
  newer: readonly (keyof T & string)[]
  /** What a field is elsewhere, where it was saved last. */
  elsewhere: T
  takeNewer: () => void
  submit: (event?: { preventDefault: () => void }) => Promise<boolean>
  /** Back to the values given, or to those the form began with. */
  reset: (values?: T) => void
}

interface Options<T, Result> {
  initial: T
  /** Where the draft is kept; without it nothing is kept. */
  draft?: string
  /** The fields that hold pictures. */
  large?: readonly (keyof T)[]
  /** `changed` is what differs from what the form began with: to send it alone leaves others' changes as they are. */
  save: (values: T, changed: Partial<T>, start: T) => Promise<Result>
  /** Once it is saved and there is nothing left to lose: going elsewhere, telling of it. */
  saved?: (result: Result, values: T) => unknown
  /** Asks again for what `initial` is made of, once a save was refused because it had changed elsewhere. */
  refetch?: () => Promise<unknown>
}

export function useForm<T extends object, Result>(options: Options<T, Result>): Form<T> {
  const { initial, draft, large = [], save, saved, refetch } = options
  const [kept] = useState(() => (draft ? readDraft<T>(draft) : undefined))
  const [start, setStart] = useState(initial)
  const [opened] = useState(() => goOnWith(kept, initial, initial))
  const [values, setValues] = useState(opened.values)
  const [newer, setNewer] = useState(opened.newer)
  const [restored, setRestored] = useState(kept !== undefined)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const now = useRef({ values, start })
  now.current = { values, start }
  const changed = changedFrom(start, values)
  useDraft({
    key: draft,
    found: kept,
    changed,
    start,
    large,
    onLarge: (pictures) => {
      const found = goOnWith(pictures, now.current.start, now.current.values)
      setValues(found.values)
      setNewer((old) => [...old, ...found.newer])
      setRestored(true)
    },
  })

  const met = useRef(initial)
  useEffect(() => {
    if (same(initial, met.current)) return
    met.current = initial
    const found = rebase(now.current.start, now.current.values, initial)
    setStart(initial)
    setValues(found.values)
    setNewer((old) => [...new Set([...old, ...found.newer])])
  })

  const begin = useCallback((next: T) => {
    now.current = { values: next, start: next }
    setStart(next)
    setValues(next)
    setNewer([])
    setRestored(false)
  }, [])

  const set = useCallback(<K extends keyof T>(key: K, value: T[K]) => {
    setValues((old) => ({ ...old, [key]: value }))
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([name]) => fieldOf(name) !== key)))
  }, [])

  const reset = (next: T = start) => {
    begin(next)
    setErrors({})
    setProblem(undefined)
  }

  const submit = async (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (saving) return false
    setSaving(true)
    setProblem(undefined)
    setErrors({})
    try {
      const { values: sent, start } = now.current
      const result = await save(sent, changedFrom(start, sent), start)
      begin(sent)
      if (draft) dropDraft(draft)
      await saved?.(result, sent)
      return true
    } catch (error) {
      const fields = error instanceof ApiProblem ? fieldsOf(error, namesOf(now.current.values)) : {}
      setErrors(fields)
      const [first] = Object.keys(fields)
      if (first) focusField(first)
      else setProblem(error)
      if (isStale(error)) await refetch?.()
      return false
    } finally {
      setSaving(false)
    }
  }

  const isDirtyNow = () => !same(now.current.values, now.current.start)
  const dirty = Object.keys(changed).length > 0
  const takeNewer = () => {
    setValues((old) => ({ ...old, ...pick(start, newer) }))
    setNewer([])
    setProblem(undefined)
  }
  return {
    ...{ values, set, errors, problem, dirty, isDirtyNow, saving, restored, submit, reset },
    ...{ newer: newer.filter((name) => name in changed), elsewhere: start, takeNewer },
  }
}

/** A draft goes on from what is kept now, which may be newer than what it began with. */
const goOnWith = <T extends object>(draft: Draft<T> | undefined, start: T, values: T): Rebased<T> =>
  rebase({ ...start, ...draft?.was }, { ...values, ...draft?.mine }, start)

/** Where there is one field alone, a refusal can be about no other. */
const fieldsOf = ({ fields, code, message }: ApiProblem, names: readonly string[]) =>
  names.length === 1 && code === 'refused' && Object.keys(fields).length === 0
    ? { [names[0]!]: message }
    : fields

/** Whether a save was refused because the thing was changed elsewhere. */
export const isStale = (error: unknown) => error instanceof ApiProblem && error.code === 'changed_meanwhile'

/** What a text field needs from the form it stands in. */
export function text<T extends object, K extends keyof T & string>(form: Form<T>, name: K) {
  return {
    name,
    value: form.values[name] as string,
    error: form.errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set(name, event.currentTarget.value as T[K]),
  }
}

/** `custom_questions[0].question` is about the field custom_questions. */
export const fieldOf = (name: string) => name.split(/[[.]/)[0] ?? name

/** The first thing to mend comes into view with the cursor in it. */
function focusField(name: string) {
  requestAnimationFrame(() => {
    const find = (field: string) => document.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)
    const element = find(name) ?? find(fieldOf(name))
    element?.focus()
    element?.scrollIntoView({ block: 'center' })
  })
}
