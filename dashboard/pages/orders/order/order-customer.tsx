import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { isErased } from '#contract/erased-customer.ts'
import { mailto } from '#contract/mailto.ts'
import { isWithSeller } from '#contract/order-status.ts'
import type { PublicOrder } from '#contract/orders.ts'
import { CopyButton } from '../../../parts/copying/copy-button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Card } from '../../../parts/page.tsx'
import { texts } from '../../../texts.ts'
import { addressLines } from '../address-lines.ts'
import { RedirectOrder } from './order-redirect.tsx'

const words = texts.orders

const Reach = ({ customer: { name, email, number } }: Pick<PublicOrder, 'customer'>) => (
  <div>
    <strong>{name}</strong>
    <p>
      <Anchor href={mailto(email)}>{email}</Anchor>
    </p>
    <p>
      <Anchor href={`tel:${number}`}>{number}</Anchor>
    </p>
  </div>
)

export function CustomerCard({ order }: { order: PublicOrder }) {
  const { customer } = order
  const [redirecting, setRedirecting] = useState(false)
  const written = addressLines(customer).join('\n')
  return (
    <Card title={words.customer}>
      <div className="stack">
        {isErased(customer.email) ? <p>{words.erased}</p> : <Reach customer={customer} />}
        <Facts facts={[[words.address, written]]} />
        <div className="inline on-screen">
          {customer.full_address && (
            <CopyButton
              label={words.copyAddress}
              value={[customer.name, written, customer.number].join('\n')}
            />
          )}
          {isWithSeller(order.status) && (
            <Button variant="default" onClick={() => setRedirecting(true)}>
              {words.redirect}
            </Button>
          )}
        </div>
        {redirecting && <RedirectOrder order={order} onClose={() => setRedirecting(false)} />}
      </div>
    </Card>
  )
}
