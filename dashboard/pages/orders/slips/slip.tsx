import type { ReturnAddress, SlipView } from '#contract/dashboard/orders.ts'
import { isWithSeller } from '#contract/order-status.ts'
import { Facts } from '../../../parts/facts.tsx'
import { StatusBadge, TestBadge } from '../../../parts/status.tsx'
import { Time } from '../../../parts/time.tsx'
import { texts } from '../../../texts.ts'
import { addressLines } from '../address-lines.ts'
import { customerName } from '../customer-name.ts'
import { AnswerView } from '../order/order-bought.tsx'
import { Sender } from '../sender.tsx'
import styles from './slips.module.css'

const words = texts.orders

interface Props {
  slip: SlipView
  returnAddress: ReturnAddress
}

/** One parcel's slip, to be cut out: sender, recipient and contents, but no price, since it may be a gift. */
export function Slip({ slip: { order, number, test }, returnAddress }: Props) {
  const { customer, order_details: details } = order
  return (
    <article className={styles.slip} aria-label={words.orderTitle(number)}>
      <header>
        <Sender returnAddress={returnAddress} />
        <span className="inline soft small">
          {!isWithSeller(order.status) && <StatusBadge status={order.status} />}
          {test && <TestBadge />}
          {words.orderTitle(number)}
          <Time at={order.created_at} />
        </span>
      </header>
      <div>
        <strong>{customerName(customer)}</strong>
        <p className="own-lines">{[...addressLines(customer), customer.number].join('\n').trim()}</p>
      </div>
      <div className="stack-tight">
        <strong>{words.pieces(details.quantity, order.product_name)}</strong>
        <Facts
          facts={[
            [words.variation, details.variation],
            [words.size, details.size],
            [words.color, details.color],
            [words.instructions, details.special_instructions],
            ...details.custom_questions.map(
              (answer) => [answer.question, <AnswerView key={answer.question} answer={answer} />] as const,
            ),
          ]}
        />
      </div>
    </article>
  )
}
