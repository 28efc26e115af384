import { Button, NativeSelect } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DELIVERY_STATES, type DeliveryLine, type DeliveryState } from '#contract/dashboard/webhooks.ts'
import { useFilters } from '../../parts/lists/filters.tsx'
import { PagedTable } from '../../parts/lists/paged-table.tsx'
import { Card } from '../../parts/page.tsx'
import { Empty, NothingFound } from '../../parts/states.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { deliveryColumns } from './delivery-columns.tsx'
import { Delivery } from './webhook-delivery.tsx'
import { ReplayRange } from './webhook-replay-range.tsx'

const words = texts.developer.webhooks
const SOON_MS = 3000

export function Deliveries({ webhook, isOff }: { webhook: string; isOff: boolean }) {
  const { store_id } = useStore()
  const { status, after } = useSearch({ from: '/signed-in/s/$store/developer/webhooks/$webhook' })
  const [opened, setOpened] = useState<DeliveryLine>()
  const [range, setRange] = useState(false)
  const query = useCall(
    'listDeliveries',
    { store: store_id, webhook, ...(status && { status }), ...(after && { after }) },
    {
      keep: true,
      every: (data) => (data?.items.some((line) => line.status === 'pending') ? SOON_MS : false),
    },
  )
  return (
    <Card
      title={words.deliveries}
      note={words.deliveriesNote}
      flush
      action={<DeliveryTools status={status} isOff={isOff} openRange={() => setRange(true)} />}
    >
      <PagedTable
        query={query}
        counted={words.counted}
        empty={(next) =>
          next ? <NothingFound next={next} /> : !query.isPlaceholderData && <NoDeliveries status={status} />
        }
        label={words.deliveries}
        columns={deliveryColumns(webhook, isOff, setOpened)}
        rowKey={({ sequence }) => String(sequence)}
        opens
      />
      {range && <ReplayRange webhook={webhook} onClose={() => setRange(false)} />}
      {opened && <Delivery line={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

const NoDeliveries = ({ status }: { status: DeliveryState | undefined }) =>
  status ? (
    <Empty picture="lens" title={words.deliveriesNoneSuch[status]} sentence={words.deliveriesNoneSuchNote} />
  ) : (
    <Empty picture="wires" title={words.deliveriesNone} sentence={words.deliveriesNoneNote} />
  )

interface ToolsProps {
  status: DeliveryState | undefined
  isOff: boolean
  openRange: () => void
}

function DeliveryTools({ status, isOff, openRange }: ToolsProps) {
  const filter = useFilters()
  return (
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
      <Button size="xs" variant="default" disabled={isOff} onClick={openRange}>
        {words.range}
      </Button>
    </div>
  )
}
