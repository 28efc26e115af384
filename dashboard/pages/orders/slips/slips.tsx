import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { AnswerOf } from '../../../api.ts'
import { Icon } from '../../../parts/icons.tsx'
import { type Column, DataTable } from '../../../parts/lists/data-table.tsx'
import { Card, Page, useListSearch } from '../../../parts/page.tsx'
import { Empty, Loaded } from '../../../parts/states.tsx'
import { useCall } from '../../../queries.ts'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { packingList, type ToPack } from './packing-list.ts'
import { Slip } from './slip.tsx'
import styles from './slips.module.css'

const words = texts.orders

/** The packing slips of the chosen orders, and one packing list for all of them. */
export function SlipsPage() {
  const store = useStore()
  const { orders = '' } = useSearch({ from: '/signed-in/s/$store/orders/slips' })
  const query = useCall('readSlips', { store: store.store_id, orders }, { enabled: orders !== '' })
  const chosen = orders === '' ? 0 : orders.split(',').length
  return (
    <Page
      title={words.slipsTitle(query.data?.slips.length ?? chosen)}
      lead={<span className="on-screen">{words.slipsLead}</span>}
      back={{
        to: '/s/$store/orders',
        params: { store: store.slug },
        search: useListSearch(),
        label: words.back,
      }}
      actions={
        query.data && (
          <Button leftSection={<Icon name="print" size={18} />} onClick={() => window.print()}>
            {words.printSlips}
          </Button>
        )
      }
    >
      {chosen === 0 ? (
        <Empty picture="parcel" title={words.slipsNone} sentence={words.slipsNoneNote} />
      ) : (
        <Loaded query={query}>{(loaded) => <Sheets {...loaded} />}</Loaded>
      )}
    </Page>
  )
}

function Sheets({ slips, return_address }: AnswerOf<'readSlips'>) {
  const { items, gone } = packingList(slips.map(({ order }) => order))
  const notPacked = gone > 0 && <p className="soft small">{words.notPacked(gone)}</p>
  return (
    <div className="stack">
      {items.length === 0 ? (
        notPacked
      ) : (
        <div className={`stack-tight ${styles.list}`}>
          <Card title={words.packing} flush>
            <DataTable label={words.packing} columns={COLUMNS} rows={items} rowKey={({ key }) => key} />
          </Card>
          {notPacked}
        </div>
      )}
      <div>
        {slips.map((slip) => (
          <Slip key={slip.order.id} slip={slip} returnAddress={return_address} />
        ))}
      </div>
    </div>
  )
}

const COLUMNS: Column<ToPack>[] = [
  {
    key: 'what',
    head: words.packingColumns.what,
    main: true,
    cell: ({ product, choices }) => (
      <>
        <strong>{product}</strong> {choices.join(' · ')}
      </>
    ),
  },
  { key: 'orders', head: words.packingColumns.orders, cell: ({ orders }) => words.counted(orders) },
  {
    key: 'pieces',
    head: words.packingColumns.pieces,
    end: true,
    cell: ({ pieces }) => texts.products.inStock(pieces),
  },
]
