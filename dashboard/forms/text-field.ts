import type { Form } from './use-form.ts'

/** What a text field needs from the form it stands in. */
export function textField<T extends object, K extends keyof T & string>(form: Form<T>, name: K) {
  return {
    name,
    value: form.values[name] as string,
    error: form.errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set(name, event.currentTarget.value as T[K]),
  }
}
