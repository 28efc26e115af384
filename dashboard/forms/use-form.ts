import { useRef, useState } from 'react'
import { namesOf } from './rebase.ts'
import { changedFrom, same } from './same.ts'
import { type Given, useFormValues } from './use-form-values.ts'
import { isAboutAll, useRefusal } from './use-refusal.ts'

export interface Form<T> {
  values: T
  set: <K extends keyof T>(key: K, value: T[K]) => void
  /** What the server says, in plain words, by the name of the field it is about. */
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
  /** After saving: what was kept, where that may be worded otherwise than what was sent. */
  settle: (kept: T) => void
}

interface Options<T, Result> extends Given<T> {
  /** All that is wrong before anything is sent, by the name of the field it is about. */
  check?: (values: T, changed: Partial<T>) => Readonly<Record<string, string>>
  /** `changed` is what differs from what the form began with: to send it alone leaves others' changes as they are. */
  save: (values: T, changed: Partial<T>, start: T) => Promise<Result>
  /**
   * Once it is saved: going elsewhere, telling of it. `since` is what was changed while it was on its way; undefined
   * where the form was left meanwhile, and whoever sent it is elsewhere already.
   */
  saved?: (result: Result, values: T, since: Partial<T> | undefined) => unknown
  /** Asks again for what `initial` is made of, once a save was refused: it may have been changed elsewhere. */
  refetch?: () => Promise<unknown>
}

export function useForm<T extends object, Result>(options: Options<T, Result>): Form<T> {
  const { check, save, saved, refetch } = options
  const { values, start, changed, restored, newer, now, begin, goOnFrom, settle, put, takeNewer } =
    useFormValues(options)
  const refusal = useRefusal()
  const [saving, setSaving] = useState(false)
  const beginnings = useRef(0)

  const submit = async (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (saving) return false
    refusal.forget()
    const { values: sent, start } = now()
    const changed = changedFrom(start, sent)
    if (check && refusal.showFields(check(sent, changed))) return false
    setSaving(true)
    try {
      const beginning = beginnings.current
      const result = await save(sent, changed, start)
      const isLeft = beginnings.current !== beginning
      if (!isLeft) goOnFrom(changed)
      await saved?.(result, sent, isLeft ? undefined : changedFrom(sent, now().values))
      return true
    } catch (error) {
      refusal.show(error, namesOf(now().values))
      if (isAboutAll(error)) await refetch?.()
      return false
    } finally {
      setSaving(false)
    }
  }

  return {
    values,
    saving,
    restored,
    newer,
    submit,
    settle,
    errors: refusal.errors,
    problem: refusal.problem,
    elsewhere: start,
    dirty: Object.keys(changed).length > 0,
    isDirtyNow: () => !same(now().values, now().start),
    set(key, value) {
      put(key, value)
      refusal.forgetField(key)
    },
    reset(next = start) {
      beginnings.current++
      begin(next)
      refusal.forget()
    },
    takeNewer() {
      takeNewer()
      refusal.forgetProblem()
    },
  }
}
