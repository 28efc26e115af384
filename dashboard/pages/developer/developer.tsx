import { roleAllows } from '#contract/dashboard/route.ts'
import { OutsideLink } from '../../parts/links.tsx'
import { Page } from '../../parts/page.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { KeyCard } from './developer-key.tsx'
import { UseCard } from './developer-use.tsx'
import { WebhooksCard } from './developer-webhooks.tsx'

export function DeveloperPage() {
  const { role, store_id } = useStore()
  const isOwner = roleAllows(role, 'owner')
  const key = useCall('readKey', { store: store_id }, { enabled: isOwner })
  return (
    <Page
      title={texts.developer.title}
      lead={texts.developer.lead}
      actions={<OutsideLink href="/docs">{texts.developer.docs}</OutsideLink>}
    >
      {isOwner && <KeyCard />}
      <WebhooksCard isPlaced={!key.isLoading} />
      <UseCard />
    </Page>
  )
}
