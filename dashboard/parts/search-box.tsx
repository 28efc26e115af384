import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { texts } from '../texts.ts'
import { Icon } from './icons.tsx'

const PAUSE_MS = 300

/** Searches while the person types, a moment after the last letter. */
export function SearchBox({
  label,
  hint = label,
  value,
  onSearch,
}: {
  label: string
  /** Fewer words for the field itself, which is narrow on a phone. */
  hint?: string
  value: string
  onSearch: (text: string) => void
}) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const later = useDebouncedCallback(onSearch, PAUSE_MS)
  const change = (text: string) => {
    setTyped(text)
    later(text.trim())
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={hint}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<Icon name="search" size={18} />}
      rightSection={
        typed && <CloseButton size="sm" aria-label={texts.actions.clearFilters} onClick={() => change('')} />
      }
    />
  )
}
