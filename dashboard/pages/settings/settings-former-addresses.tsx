import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FormerAddress } from '#contract/dashboard/store.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { type Column, DataTable, rowAction } from '../../parts/lists/data-table.tsx'
import { Card } from '../../parts/page.tsx'
import { Dated } from '../../parts/time.tsx'
import { useDeed } from '../../parts/use-deed.ts'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.formerAddresses

export function FormerAddresses() {
  const { store_id } = useStore()
  const deed = useDeed('listFormerAddresses')
  const [leaving, setLeaving] = useState<FormerAddress>()
  const items = useCall('listFormerAddresses', { store: store_id }).data?.items ?? []
  const letGo = async () => {
    if (!leaving) return
    await deed(call('letAddressGo', { store: store_id, address: leaving.slug }), {
      done: words.done,
      late: words.late,
    })
  }
  return (
    <>
      {items.length > 0 && (
        <Card title={words.title} note={words.note} flush>
          <DataTable
            label={words.title}
            rows={items}
            rowKey={({ slug }) => slug}
            columns={columns(setLeaving)}
          />
        </Card>
      )}
      {leaving && (
        <Confirm
          opened
          danger
          onClose={() => setLeaving(undefined)}
          title={words.question(leaving.slug)}
          action={words.letGo}
          onConfirm={letGo}
        >
          <p>{words.questionNote}</p>
        </Confirm>
      )}
    </>
  )
}

const columns = (letGo: (address: FormerAddress) => void): Column<FormerAddress>[] => [
  { key: 'address', head: words.columns.address, main: true, cell: ({ page }) => page },
  {
    key: 'until',
    head: words.columns.until,
    cell: ({ given_up_at }) => <Dated name={words.columns.until} at={given_up_at} short />,
  },
  {
    key: 'action',
    head: words.columns.action,
    end: true,
    cell: (address) => (
      <span className={rowAction}>
        <Button
          size="compact-sm"
          variant="subtle"
          className="danger-button"
          aria-label={`${words.letGo}: ${address.slug}`}
          onClick={() => letGo(address)}
        >
          {words.letGo}
        </Button>
      </span>
    ),
  },
]
