import type { OrderView } from '#contract/dashboard/orders.ts'
import type { CustomAnswer } from '#contract/orders.ts'
import { money } from '../../../format.ts'
import { Facts } from '../../../parts/facts.tsx'
import { Card } from '../../../parts/page.tsx'
import { Thumb } from '../../../parts/product-bits.tsx'
import { smallPicture } from '../../../small-picture.ts'
import { texts } from '../../../texts.ts'
import styles from './order.module.css'

const words = texts.orders

export function Bought({ view }: { view: OrderView }) {
  const { order, unit_price, shipping } = view
  const details = order.order_details
  const choices = [
    [words.variation, details.variation],
    [words.size, details.size],
    [words.color, details.color],
  ] as const
  return (
    <Card title={words.bought}>
      <div className="stack">
        <div className="with-thumb">
          <Thumb src={order.product_image || null} />
          <div>
            <strong>{words.pieces(details.quantity, order.product_name)}</strong>
            <p className="soft small">
              {choices
                .filter(([, value]) => value)
                .map(([name, value]) => `${name}: ${value}`)
                .join(' · ')}
            </p>
          </div>
        </div>
        <dl className={styles.sum}>
          <dt>{`${words.unitPrice} ${money(unit_price)} × ${details.quantity}`}</dt>
          <dd>{money(unit_price * details.quantity)}</dd>
          <dt>{words.shipping}</dt>
          <dd>{money(shipping)}</dd>
          <dt className={styles.total}>{view.test ? words.totalTest : words.total}</dt>
          <dd className={styles.total}>{money(details.amount)}</dd>
        </dl>
        <Facts
          facts={[
            [words.instructions, details.special_instructions],
            ...details.custom_questions.map(
              (answer) => [answer.question, <AnswerView key={answer.question} answer={answer} />] as const,
            ),
            [words.rating, order.rating === null ? null : words.ratingWords(order.rating)],
            ['', order.review],
          ]}
        />
      </div>
    </Card>
  )
}

export function AnswerView({ answer: { type, answer } }: { answer: CustomAnswer }) {
  if (type === 'text') return answer
  return (
    <a href={answer} target="_blank" rel="noopener">
      <img className={styles.answer} src={smallPicture(answer)} alt={words.pictureAnswer} />
    </a>
  )
}
