import { Anchor, TextInput } from '@mantine/core'
import { useState } from 'react'
import { textField } from '../../forms/text-field.ts'
import type { Form } from '../../forms/use-form.ts'
import { texts } from '../../texts.ts'
import { NEEDED } from './account-fields.tsx'

const words = texts.account

/** A phone's keyboard suits one kind of code: digits, or letters too for a recovery code. */
const KINDS = {
  app: {
    field: {
      label: words.code,
      description: words.codeNote,
      inputMode: 'numeric',
      autoComplete: 'one-time-code',
    },
    turn: words.codeLost,
    other: 'recovery',
  },
  recovery: {
    field: {
      label: words.recoveryCode,
      description: words.recoveryCodeNote,
      autoCapitalize: 'none',
      autoComplete: 'off',
      spellCheck: false,
    },
    turn: words.codeFound,
    other: 'app',
  },
} as const

export function CodeField<T extends { code: string }>({
  form,
  focus = false,
}: {
  form: Form<T>
  focus?: boolean
}) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app')
  const [turned, setTurned] = useState(false)
  const { field, turn, other } = KINDS[kind]
  const turnTo = () => {
    setKind(other)
    setTurned(true)
    form.set('code', '' as T['code'])
  }
  return (
    <>
      <TextInput key={kind} autoFocus={focus || turned} {...field} {...NEEDED} {...textField(form, 'code')} />
      <div>
        <Anchor component="button" type="button" size="sm" underline="always" onClick={turnTo}>
          {turn}
        </Anchor>
      </div>
    </>
  )
}
