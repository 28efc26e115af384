import { UnstyledButton } from '@mantine/core'
import type { DeliveryLine, DeliveryState } from '#contract/dashboard/webhooks.ts'
import { type Column, rowLink } from '../../parts/lists/data-table.tsx'
import { Badge, type Tone } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import { SendAgain } from './delivery-send-again.tsx'

const words = texts.developer.webhooks
const TONES: Record<DeliveryState, Tone> = { pending: 'warn', delivered: 'good', failed: 'bad' }

export const deliveryColumns = (
  webhook: string,
  isOff: boolean,
  open: (line: DeliveryLine) => void,
): Column<DeliveryLine>[] => [
  {
    key: 'event',
    head: words.deliveryColumns.event,
    main: true,
    cell: (line) => (
      <UnstyledButton className={rowLink} onClick={() => open(line)}>
        <code>{line.kind}</code> <span className="soft small">{line.sequence}</span>
      </UnstyledButton>
    ),
  },
  {
    key: 'state',
    head: words.deliveryColumns.state,
    cell: ({ status }) => <Badge tone={TONES[status]}>{words.deliveryStates[status]}</Badge>,
  },
  {
    key: 'result',
    head: words.deliveryColumns.result,
    cell: (line) => (
      <>
        {line.last_result ?? words.untried}
        <span className="soft small block">
          {line.attempts > 0 && words.attempts(line.attempts)}
          {line.attempts > 0 && line.due_at && ' · '}
          {line.due_at && (
            <>
              {words.next} <Time at={line.due_at} />
            </>
          )}
        </span>
      </>
    ),
  },
  { key: 'when', head: words.deliveryColumns.when, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    key: 'action',
    head: words.deliveryColumns.action,
    end: true,
    cell: ({ sequence }) => <SendAgain webhook={webhook} sequence={sequence} disabled={isOff} />,
  },
]
