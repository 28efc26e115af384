import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { DeliveryLine } from '#contract/dashboard/webhooks.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { Attempt } from './webhook-attempt.tsx'
import { WebhookRequest } from './webhook-request.tsx'

const words = texts.developer.webhooks

interface Props {
  line: DeliveryLine
  onClose: () => void
}

export function Delivery({ line, onClose }: Props) {
  const { webhook_id: webhook, sequence, kind, last_attempt_at } = line
  const { store_id: store } = useStore()
  const query = useCall('readDelivery', { store, webhook, sequence: String(sequence) })
  const [part, setPart] = useState<keyof typeof words.parts>('attempts')
  return (
    <Dialog opened onClose={onClose} title={words.deliveryTitle(`${kind} ${sequence}`)} wide>
      <div className="stack">
        <SegmentedControl
          fullWidth
          aria-label={words.part}
          data={Object.entries(words.parts).map(([value, label]) => ({ value, label }))}
          value={part}
          onChange={(value) => setPart(value as typeof part)}
        />
        <Loaded query={query}>
          {({ attempts, request }) =>
            part === 'request' && request ? (
              <WebhookRequest request={request} />
            ) : (
              <div className="stack">
                {attempts.length === 0 && (
                  <p className="soft">{last_attempt_at ? words.attemptsForgotten : words.attemptsNone}</p>
                )}
                {attempts.map((attempt) => (
                  <Attempt key={attempt.id} attempt={attempt} />
                ))}
              </div>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}
