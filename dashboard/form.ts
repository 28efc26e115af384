import { useCallback, useRef, useState } from 'react'
import { ApiProblem } from './api.ts'
import { dropDraft, readDraft } from './draft.ts'
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
  save: (values: T, changed: Partial<T>) => Promise<Result>
  /** Once it is saved and there is nothing left to lose: going elsewhere, telling of it. */
  saved?: (result: Result, values: T) => unknown
}

export function useForm<T extends object, Result>(options: Options<T, Result>): Form<T> {
  const { initial, draft, large = [], save, saved } = options
  const [kept] = useState(() => (draft ? readDraft<Partial<T>>(draft) : undefined))
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState<T>({ ...initial, ...kept })
  const [restored, setRestored] = useState(kept !== undefined)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const now = useRef({ values, start })
  now.current = { values, start }
  const changed = changedFrom(start, values)
  useDraft({
    key: draft,
    found: kept ?? {},
    changed,
    large,
    onLarge: (pictures) => {
      setValues((old) => ({ ...old, ...pictures }))
      setRestored(true)
    },
  })

  const begin = useCallback((next: T) => {
    now.current = { values: next, start: next }
    setStart(next)
    setValues(next)
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
      const sent = now.current.values
      const result = await save(sent, changedFrom(now.current.start, sent))
      begin(sent)
      if (draft) dropDraft(draft)
      await saved?.(result, sent)
      return true
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.fields : {}
      setErrors(fields)
      const [first] = Object.keys(fields)
      if (first) focusField(first)
      else setProblem(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  const isDirtyNow = () => !same(now.current.values, now.current.start)
  const dirty = Object.keys(changed).length > 0
  return { values, set, errors, problem, dirty, isDirtyNow, saving, restored, submit, reset }
}

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
