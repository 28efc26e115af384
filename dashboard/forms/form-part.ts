import { type FunctionComponent, memo, type ReactNode } from 'react'
import type { Form } from './use-form.ts'

interface Props {
  form: Form<object>
  name: string
}

type Part = (props: never) => ReactNode

/**
 * A part of a form, which renders only when it would change: rendering all fields at each key makes letters come late
 * on a cheap phone. Of the form it may use only the values of its own fields, the errors, `set` and `valuesNow`.
 */
export const formPart = <This extends Part>(own: readonly string[], part: This) => lazily(part, () => own)

/** The same for a single field, which is given its name. */
export const formField = <This extends Part>(part: This) => lazily(part, ({ name }) => [name])

const lazily = <This extends Part>(part: This, fieldsOf: (props: Props) => readonly string[]) =>
  memo(part as unknown as FunctionComponent<Props>, (before, after) => {
    const { form: old, ...was } = before
    const { form, ...now } = after
    return (
      old.errors === form.errors &&
      fieldsOf(after).every((field) => valueIn(old, field) === valueIn(form, field)) &&
      (Object.keys({ ...was, ...now }) as (keyof typeof now)[]).every((prop) => was[prop] === now[prop])
    )
  }) as unknown as This

const valueIn = ({ values }: Form<object>, field: string) => values[field as never]
