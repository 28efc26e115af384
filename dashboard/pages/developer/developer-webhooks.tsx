import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MOST_WEBHOOKS, type WebhookLine } from '#contract/dashboard/webhooks.ts'
import { Icon } from '../../parts/icons.tsx'
import { type Column, DataTable, rowLink } from '../../parts/lists/data-table.tsx'
import { Card } from '../../parts/page.tsx'
import { Empty, Loaded, LoadingRows } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { AddWebhook } from './webhook-add.tsx'
import { WebhookState } from './webhook-state.tsx'

const words = texts.developer.webhooks

/** Offers nothing to press until it is placed: the card above it grows with its data, under a finger on its way. */
export function WebhooksCard({ isPlaced }: { isPlaced: boolean }) {
  const { store_id, slug } = useStore()
  const query = useCall('listWebhooks', { store: store_id })
  const [adding, setAdding] = useState(false)
  const used = query.data?.webhooks.length ?? 0
  const inUse = query.data ? words.inUse(used, MOST_WEBHOOKS) : ''
  const add = (
    <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <div id="webhooks">
      <Card
        title={words.title}
        note={used === MOST_WEBHOOKS ? words.full : `${words.note} ${inUse}`}
        action={isPlaced && used > 0 && used < MOST_WEBHOOKS && add}
        flush
      >
        {isPlaced ? (
          <Loaded query={query}>
            {({ webhooks }) =>
              webhooks.length === 0 ? (
                <Empty picture="wires" title={words.addTitle} sentence={words.none} action={add} />
              ) : (
                <DataTable
                  label={words.title}
                  columns={columns(slug)}
                  rows={webhooks}
                  rowKey={({ id }) => id}
                  opens
                />
              )
            }
          </Loaded>
        ) : (
          <LoadingRows />
        )}
        {adding && <AddWebhook onClose={() => setAdding(false)} />}
      </Card>
    </div>
  )
}

const columns = (store: string): Column<WebhookLine>[] => [
  {
    key: 'url',
    head: words.columns.url,
    main: true,
    cell: ({ id, url }) => (
      <Link to="/s/$store/developer/webhooks/$webhook" params={{ store, webhook: id }} className={rowLink}>
        {url}
      </Link>
    ),
  },
  { key: 'state', head: words.columns.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    key: 'since',
    head: words.columns.since,
    end: true,
    cell: ({ created_at }) => <Time at={created_at} short />,
  },
]
