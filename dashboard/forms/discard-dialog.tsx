import { Confirm } from '../parts/dialogs/dialog.tsx'
import { texts } from '../texts.ts'
import type { Form } from './use-form.ts'

interface Props<T> {
  form: Form<T>
  opened: boolean
  onClose: () => void
}

export const DiscardDialog = <T,>({ form, opened, onClose }: Props<T>) => (
  <Confirm
    opened={opened}
    onClose={onClose}
    title={texts.forms.discardTitle}
    action={texts.forms.discard}
    keep={texts.forms.discardNot}
    onConfirm={async () => form.reset()}
  >
    <p>{texts.forms.leave}</p>
  </Confirm>
)
