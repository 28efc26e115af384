import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { texts } from '../../texts.ts'
import { Icon } from '../icons.tsx'

interface Props {
  value: string
  label?: string
  size?: 'xs' | 'sm'
  onCopy?: () => void
}

export function CopyButton({ value, label = texts.actions.copy, size = 'xs', onCopy }: Props) {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Button
      size={size}
      variant="default"
      leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={16} />}
      onClick={() => {
        clipboard.copy(value)
        onCopy?.()
      }}
    >
      <span aria-live="polite">
        {clipboard.copied ? texts.actions.copied : clipboard.error ? texts.actions.notCopied : label}
      </span>
    </Button>
  )
}
