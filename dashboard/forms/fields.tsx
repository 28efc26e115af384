import { Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { texts } from '../texts.ts'
import { amountOnTag } from './amount.ts'
import { choicesAfter, hasComma } from './choices.ts'
import { formField } from './form-part.ts'
import { lengthOf } from './length-of.ts'
import { NumberField } from './number-field.tsx'
import { textField } from './text-field.ts'
import type { Form } from './use-form.ts'

type Keys<T, Value> = { [K in keyof T]: T[K] extends Value ? K : never }[keyof T] & string

interface TextProps<T> {
  form: Form<T>
  name: Keys<T, string>
  label: string
  rule: string
  rows?: number
}

/** A text field with its rule above and a live count of characters. */
export const CountedText = formField(function CountedText<T extends object>({
  form,
  name,
  label,
  rule,
  rows,
}: TextProps<T>) {
  const used = lengthOf(form.values[name] as string)
  const bound = textField(form, name)
  const props = {
    ...bound,
    label,
    description: `${rule} · ${texts.forms.soFar(used)}`,
    error: bound.error,
  }
  return rows ? <Textarea {...props} autosize minRows={rows} maxRows={12} /> : <TextInput {...props} />
})

interface NumberProps<T> {
  form: Form<T>
  name: Keys<T, number | string>
  label: string
  rule: ReactNode
  placeholder?: string
}

export const Rupees = formField(function Rupees<T extends object>({
  form,
  name,
  label,
  rule,
  placeholder = '',
}: NumberProps<T>) {
  const paste = (event: ClipboardEvent) => {
    const amount = amountOnTag(event.clipboardData.getData('text'))
    if (amount === undefined) return
    event.preventDefault()
    event.stopPropagation()
    form.set(name, amount as T[typeof name])
  }
  return (
    <NumberField
      label={label}
      description={rule}
      name={name}
      prefix="₹"
      placeholder={placeholder}
      decimalScale={2}
      hideControls
      onPasteCapture={paste}
      value={form.values[name] as number | string}
      error={form.errors[name]}
      onChange={(value) => form.set(name, value as T[typeof name])}
    />
  )
})

/** Fractions can be typed and are then refused by the rule. A field that dropped the point would make 25 of 2.5. */
export const Whole = formField(function Whole<T extends object>({ form, name, label, rule }: NumberProps<T>) {
  return (
    <NumberField
      label={label}
      description={rule}
      name={name}
      value={form.values[name] as number | string}
      error={form.errors[name]}
      onChange={(value) => form.set(name, value as T[typeof name])}
    />
  )
})

interface ToggleProps<T> {
  form: Form<T>
  name: Keys<T, boolean>
  label: string
  rule: string
}

/** Its accessible name is the label alone; the rule is its description. */
export const Toggle = formField(function Toggle<T extends object>({
  form,
  name,
  label,
  rule,
}: ToggleProps<T>) {
  return (
    <Switch
      label={label}
      aria-label={label}
      description={rule}
      name={name}
      checked={form.values[name] as boolean}
      onChange={(event) => form.set(name, event.currentTarget.checked as T[typeof name])}
    />
  )
})

interface TagsProps<T> {
  form: Form<T>
  name: Keys<T, string[]>
  label: string
  rule: string
}

/** Phones' keyboards send no usable key events, so commas are found in the text itself. */
export const Tags = formField(function Tags<T extends object>({ form, name, label, rule }: TagsProps<T>) {
  const [typed, setTyped] = useState('')
  const values = form.values[name] as string[]
  const set = (next: string[]) => form.set(name, choicesAfter(values, next) as T[typeof name])
  const type = (text: string) => {
    if (!hasComma(text)) return setTyped(text)
    set([...values, text])
    setTyped('')
  }
  const error = Object.entries(form.errors).find(
    ([field]) => field === name || field.startsWith(`${name}[`),
  )?.[1]
  return (
    <TagsInput
      label={label}
      description={rule}
      data-field={name}
      acceptValueOnBlur
      value={values}
      error={error}
      onChange={set}
      searchValue={typed}
      onSearchChange={type}
    />
  )
})
