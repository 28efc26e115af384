import { Button } from '@mantine/core'
import { Icon } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { allows, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { KeyCard } from './developer-key.tsx'
import { UseCard } from './developer-use.tsx'
import { WebhooksCard } from './developer-webhooks.tsx'

export function DeveloperPage() {
  const { role } = useStore()
  return (
    <Page
      title={texts.developer.title}
      lead={texts.developer.lead}
      actions={
        <Button
          component="a"
          href="/docs"
          target="_blank"
          rel="noopener"
          variant="default"
          rightSection={<Icon name="outside" size={16} />}
        >
          {texts.developer.docs}
        </Button>
      }
    >
      {allows(role, 'owner') && <KeyCard />}
      <WebhooksCard />
      <UseCard />
    </Page>
  )
}
