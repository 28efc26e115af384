import { ActionIcon, Button } from '@mantine/core'
import { Icon } from './icons.tsx'

interface Props {
  label: string
  onClick: () => void
}

export const RemoveRow = ({ label, onClick }: Props) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onClick}>
    <Icon name="trash" />
  </ActionIcon>
)

export const AddRow = ({ label, onClick }: Props) => (
  <div>
    <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={onClick}>
      {label}
    </Button>
  </div>
)
