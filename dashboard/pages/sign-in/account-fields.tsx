import { PasswordInput, TextInput } from '@mantine/core'
import { textField } from '../../forms/text-field.ts'
import type { Form } from '../../forms/use-form.ts'
import { texts } from '../../texts.ts'

const words = texts.account

/** All fields of these forms are required, so none is marked. */
export const NEEDED = { required: true, withAsterisk: false } as const

/** `focus` where the person came back to change it. */
export const EmailField = <T extends { email: string }>({
  form,
  focus,
}: {
  form: Form<T>
  focus?: boolean
}) => (
  <TextInput
    label={words.email}
    type="email"
    autoComplete="username"
    autoFocus={focus}
    {...NEEDED}
    {...textField(form, 'email')}
  />
)

/** The account's existing password; `focus` where only this is left to type. */
export const PasswordField = <T extends { password: string }>({
  form,
  focus,
}: {
  form: Form<T>
  focus?: boolean
}) => (
  <PasswordInput
    label={words.password}
    autoComplete="current-password"
    autoFocus={focus}
    data-autofocus={focus || undefined}
    {...NEEDED}
    {...textField(form, 'password')}
  />
)

/** Confirms a sensitive action of a signed-in person, against others who use their browser. */
export const CurrentPasswordField = <T extends { current_password: string }>({
  form,
  focus,
}: {
  form: Form<T>
  focus?: boolean
}) => (
  <PasswordInput
    label={words.currentPassword}
    autoComplete="current-password"
    data-autofocus={focus || undefined}
    {...textField(form, 'current_password')}
  />
)

export const NewPasswordField = <T extends { password: string }>({
  form,
  label = words.password,
}: {
  form: Form<T>
  label?: string
}) => (
  <PasswordInput
    label={label}
    description={words.passwordRule}
    autoComplete="new-password"
    {...NEEDED}
    {...textField(form, 'password')}
  />
)
