import { Button } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { Icon } from '../icons.tsx'

interface Props {
  value: string
  label?: string
  size?: 'xs' | 'sm'
  /** Called only if copying worked: a browser may refuse it, and cannot do it without a secure connection. */
  onCopied?: () => void
}

export function CopyButton({ value, label = texts.actions.copy, size = 'xs', onCopied }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>()
  const { start } = useTimeout(() => setOutcome(undefined), 2000)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      return setOutcome('notCopied')
    }
    setOutcome('copied')
    start()
    onCopied?.()
  }
  return (
    <Button
      size={size}
      variant="default"
      leftSection={<Icon name={outcome === 'copied' ? 'check' : 'copy'} size={16} />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{outcome ? texts.actions[outcome] : label}</span>
    </Button>
  )
}
