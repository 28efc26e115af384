import { Anchor } from '@mantine/core'
import type { PublicOrder } from '#contract/orders.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Card } from '../../parts/page.tsx'
import { texts } from '../../texts.ts'
import { addressLines } from './address-lines.ts'

const words = texts.orders

export function CustomerCard({ order }: { order: PublicOrder }) {
  const { customer } = order
  const written = addressLines(customer).join('\n')
  return (
    <Card title={words.customer}>
      <div className="stack">
        <div>
          <strong>{customer.name}</strong>
          <p>
            <Anchor href={`mailto:${customer.email}`}>{customer.email}</Anchor>
          </p>
          <p>
            <Anchor href={`tel:${customer.number}`}>{customer.number}</Anchor>
          </p>
        </div>
        <Facts facts={[[words.address, written]]} />
        {customer.full_address && (
          <div className="on-screen">
            <CopyButton
              label={words.copyAddress}
              value={[customer.name, written, customer.number].join('\n')}
            />
          </div>
        )}
      </div>
    </Card>
  )
}
