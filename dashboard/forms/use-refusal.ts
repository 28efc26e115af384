import { useState } from 'react'
import { ApiProblem, isRefusedAs } from '../api.ts'
import { fieldOf, focusField } from './focus-field.ts'

type Sentences = Readonly<Record<string, string>>

/** Why a form was not saved: sentences beside its fields, or one problem with the whole form. */
export function useRefusal() {
  const [errors, setErrors] = useState<Sentences>({})
  const [problem, setProblem] = useState<unknown>()

  /** Returns whether any field has a sentence to show. */
  const showFields = (fields: Sentences) => {
    setErrors(fields)
    const [first] = Object.keys(fields)
    if (first) focusField(first)
    return first !== undefined
  }

  return {
    errors,
    problem,
    showFields,
    show(error: unknown, names: readonly string[]) {
      const fields = error instanceof ApiProblem ? fieldsOf(error, names) : {}
      if (!showFields(fields)) setProblem(error)
    },
    forgetField: (field: PropertyKey) =>
      setErrors((old) => {
        const others = Object.entries(old).filter(([name]) => fieldOf(name) !== field)
        return others.length < Object.keys(old).length ? Object.fromEntries(others) : old
      }),
    forgetProblem: () => setProblem(undefined),
    forget() {
      setErrors({})
      setProblem(undefined)
    },
  }
}

/** In a form with a single field, a refusal is always about that field. */
const fieldsOf = ({ fields, code, message }: ApiProblem, names: readonly string[]) =>
  names.length === 1 && code === 'refused' && Object.keys(fields).length === 0
    ? { [names[0]!]: message }
    : fields

/** Whether a refusal is about no field: the form's data is out of date. */
export const isAboutAll = (error: unknown) =>
  error instanceof ApiProblem &&
  error.status >= 400 &&
  error.status < 500 &&
  Object.keys(error.fields).length === 0

/** Whether a save was refused because the thing was changed elsewhere. */
export const isStale = (error: unknown) => isRefusedAs('changed_meanwhile', error)
