import { roleAllows } from '#contract/dashboard/route.ts'
import { OutsideLink } from '../../parts/links.tsx'
import { Page } from '../../parts/page.tsx'
import { useStore } from '../../session.ts'
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
      actions={<OutsideLink href="/docs">{texts.developer.docs}</OutsideLink>}
    >
      {roleAllows(role, 'owner') && <KeyCard />}
      <WebhooksCard />
      <UseCard />
    </Page>
  )
}
