import { useRef, useState } from 'react'
import { namesOf } from './rebase.ts'
import { changedFrom, same } from './same.ts'
import { type Given, useFormValues } from './use-form-values.ts'
import { isAboutAll, useRefusal } from './use-refusal.ts'

export interface Form<T> {
  values: T
  set: <K extends keyof T>(key: K, value: T[K]) => void
  /** The server's sentences in plain words, by the name of their field. */
  errors: Readonly<Record<string, string>>
  problem: unknown
  dirty: boolean
  /** Whether there are unsaved changes right now, for callbacks that outlive a render. */
  isDirtyNow: () => boolean
  /** The values right now, for the same. */
  valuesNow: () => T
  saving: boolean
  /** True when the values come from a draft kept earlier. */
  restored: boolean
  /** The fields that were changed both here and elsewhere. Saving overwrites the other change. */
  newer: readonly (keyof T & string)[]
  /** The values that were last saved elsewhere. */
  elsewhere: T
  takeNewer: () => void
  submit: (event?: { preventDefault: () => void }) => Promise<boolean>
  /** Resets the form to the given values, or to those it began with. */
  reset: (values?: T) => void
  /** After saving: takes over the stored values, where they may differ in wording from those sent. */
  settle: (kept: T) => void
}

interface Options<T, Result> extends Given<T> {
  /** Finds mistakes before anything is sent, by the name of their field. */
  check?: (values: T, changed: Partial<T>) => Readonly<Record<string, string>>
  /** `changed` holds the fields that differ from the start. Sending only these preserves others' changes. */
  save: (values: T, changed: Partial<T>, start: T) => Promise<Result>
  /**
   * After saving: navigates, or says that it is done. `since` is what was changed during the request; undefined where
   * the person has left the form meanwhile.
   */
  saved?: (result: Result, values: T, since: Partial<T> | undefined) => unknown
  /** Refetches the data behind `initial` after a refused save, because it may have been changed elsewhere. */
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
    valuesNow: () => now().values,
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
