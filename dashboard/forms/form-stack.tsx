import type { ReactNode } from 'react'
import type { Form } from './use-form.ts'

interface Props<T> {
  form: Form<T>
  onChange?: () => void
  children: ReactNode
}

/** The fields of a form, one below the other. The page shows validation errors itself, not the browser. */
export const FormStack = <T,>({ form, children, ...events }: Props<T>) => (
  <form className="stack" onSubmit={(event) => void form.submit(event)} {...events} noValidate>
    {children}
  </form>
)
