import { useParams } from '@tanstack/react-router'
import { hostOf } from '../../host-of.ts'
import { Card, Page } from '../../parts/page.tsx'
import { NothingHere } from '../../parts/route-states.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { Deliveries } from './webhook-deliveries.tsx'
import { WebhookFacts } from './webhook-facts.tsx'

const words = texts.developer.webhooks

export function WebhookPage() {
  const store = useStore()
  const { webhook: id = '' } = useParams({ strict: false })
  const query = useCall('listWebhooks', { store: store.store_id })
  const webhook = query.data?.webhooks.find((each) => each.id === id)
  if (query.data && !webhook) return <NothingHere />
  return (
    <Page
      title={hostOf(webhook?.url ?? '') ?? words.title}
      lead={webhook?.url}
      back={{ to: '/s/$store/developer', params: { store: store.slug }, label: words.back }}
    >
      <Card>
        <Loaded query={{ ...query, data: webhook }}>
          {(loaded) => (
            <div className="stack">
              <WebhookFacts webhook={loaded} />
              <WebhookActions webhook={loaded} />
            </div>
          )}
        </Loaded>
      </Card>
      <Deliveries webhook={id} isOff={webhook?.enabled === false} />
    </Page>
  )
}
