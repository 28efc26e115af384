import { CloseButton, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { texts } from '../../texts.ts'
import { Icon } from '../icons.tsx'
import { useTyped } from './use-typed.ts'

/** Searches while the person types, a moment after the last letter. */
export function SearchBox({
  label,
  hint = label,
  value,
  onSearch,
}: {
  label: string
  /** A shorter placeholder, because the field is narrow on a phone. */
  hint?: string
  value: string
  onSearch: (text: string) => void
}) {
  const { typed, type } = useTyped(value, onSearch)
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    type('')
    field.current?.focus()
  }
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={hint}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<Icon name="search" size={18} />}
      rightSection={typed && <CloseButton size="sm" aria-label={texts.actions.clearSearch} onClick={clear} />}
    />
  )
}
