import { Button } from '@mantine/core'
import { SecretBox } from '../../parts/copying/secret-box.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { OutsideLink } from '../../parts/links.tsx'
import { texts } from '../../texts.ts'

const words = texts.developer.webhooks

export function WebhookSecret({
  title,
  secret,
  onClose,
}: {
  title: string
  secret: string
  onClose: () => void
}) {
  return (
    <Dialog opened onClose={onClose} title={title}>
      <div className="stack">
        <p>{words.secretNote}</p>
        <SecretBox value={secret} label={words.secret} once={false} />
        <div className="buttons">
          <Button onClick={onClose}>{texts.actions.done}</Button>
          <OutsideLink href="/docs#signature">{words.secretHow}</OutsideLink>
        </div>
      </div>
    </Dialog>
  )
}
