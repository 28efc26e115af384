import { Button, NativeSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DELIVERY_STATES, type DeliveryLine, type DeliveryState } from '#contract/dashboard/webhooks.ts'
import { call } from '../../api.ts'
import { type Column, rowAction } from '../../parts/lists/data-table.tsx'
import { useFilters } from '../../parts/lists/filters.tsx'
import { PagedTable } from '../../parts/lists/paged-table.tsx'
import { Card } from '../../parts/page.tsx'
import { Empty, NothingFound, Problem } from '../../parts/states.tsx'
import { Badge, type Tone } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useCall, useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { Attempts } from './webhook-attempts.tsx'
import { ReplayRange } from './webhook-replay-range.tsx'

const words = texts.developer.webhooks
const TONES: Record<DeliveryState, Tone> = { pending: 'warn', delivered: 'good', failed: 'bad' }
const SOON_MS = 3000

export function Deliveries({ webhook }: { webhook: string }) {
  const { store_id } = useStore()
  const { status, after } = useSearch({ from: '/signed-in/s/$store/developer/webhooks/$webhook' })
  const filter = useFilters()
  const refresh = useRefresh()
  const [opened, setOpened] = useState<DeliveryLine>()
  const [range, setRange] = useState(false)
  const [error, setError] = useState<unknown>()
  const query = useCall(
    'listDeliveries',
    { store: store_id, webhook, ...(status && { status }), ...(after && { after }) },
    {
      keep: true,
      every: (data) => (data?.items.some((line) => line.status === 'pending') ? SOON_MS : false),
    },
  )
  const replay = async ({ sequence }: DeliveryLine) => {
    setError(undefined)
    try {
      await call('replayDelivery', { store: store_id, webhook, sequence: String(sequence) })
      notifications.show({ message: words.replayed, color: 'green' })
      await refresh('listDeliveries')
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <Card
      title={words.deliveries}
      note={words.deliveriesNote}
      flush
      action={
        <div className="inline">
          <NativeSelect
            size="xs"
            aria-label={words.status}
            value={status ?? ''}
            onChange={(event) => filter({ status: event.currentTarget.value })}
            data={[
              { value: '', label: words.anyStatus },
              ...DELIVERY_STATES.map((value) => ({ value, label: words.deliveryStates[value] })),
            ]}
          />
          <Button size="xs" variant="default" onClick={() => setRange(true)}>
            {words.range}
          </Button>
        </div>
      }
    >
      {error !== undefined && <Problem error={error} />}
      <PagedTable
        query={query}
        counted={words.counted}
        empty={(next) => (next ? <NothingFound next={next} /> : <NoDeliveries status={status} />)}
        label={words.deliveries}
        columns={columns(setOpened, (line) => void replay(line))}
        rowKey={({ sequence }) => String(sequence)}
      />
      {range && <ReplayRange webhook={webhook} onClose={() => setRange(false)} />}
      {opened && (
        <Attempts
          webhook={webhook}
          sequence={opened.sequence}
          event={`${opened.kind} ${opened.sequence}`}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  )
}

const NoDeliveries = ({ status }: { status: DeliveryState | undefined }) =>
  status ? (
    <Empty picture="lens" title={words.deliveriesNoneSuch[status]} sentence={words.deliveriesNoneSuchNote} />
  ) : (
    <Empty picture="wires" title={words.deliveriesNone} sentence={words.deliveriesNoneNote} />
  )

const columns = (
  open: (line: DeliveryLine) => void,
  replay: (line: DeliveryLine) => void,
): Column<DeliveryLine>[] => [
  {
    key: 'event',
    head: words.deliveryColumns.event,
    main: true,
    cell: ({ kind, sequence }) => (
      <>
        <code>{kind}</code> <span className="soft small">{sequence}</span>
      </>
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
        {line.last_result ?? words.attempts(line.attempts)}
        {line.due_at && (
          <span className="soft small block">
            {words.next} <Time at={line.due_at} />
          </span>
        )}
      </>
    ),
  },
  { key: 'when', head: words.deliveryColumns.when, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    key: 'action',
    head: words.deliveryColumns.action,
    end: true,
    cell: (line) => (
      <span className={rowAction}>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${words.attempts(line.attempts)}: ${line.sequence}`}
          onClick={() => open(line)}
        >
          {words.attempts(line.attempts)}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`${words.replay}: ${line.sequence}`}
          onClick={() => replay(line)}
        >
          {words.replay}
        </Button>
      </span>
    ),
  },
]
