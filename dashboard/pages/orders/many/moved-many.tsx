import type { MoveOutcome } from '#contract/dashboard/orders.ts'
import { OutcomeDialog } from '../../../parts/dialogs/outcome-dialog.tsx'
import { TextLink } from '../../../parts/links.tsx'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { orderName } from '../order-name.ts'
import { SlipsLink } from '../slips/slips-link.tsx'
import type { Asked } from './many-moves.ts'

const words = texts.orders

interface Props {
  asked: Asked
  outcome: MoveOutcome | undefined
  list: object
  onClose: () => void
}

/** Shows the outcome for each order. */
export function MovedMany({ asked, outcome, list, onClose }: Props) {
  return <OutcomeDialog told={outcome && toldOf(asked, outcome, list)} onClose={onClose} />
}

function toldOf({ status, orders }: Asked, { done, already, refused }: MoveOutcome, list: object) {
  const word = texts.statuses[status]
  const here = [...done, ...already].map((id) => ({ id }))
  return {
    title: words.manyMoved(done.length, word),
    already: already.length > 0 && words.manyAlready(already.length, word),
    left: refused.map(({ id, status: now }) => ({
      id,
      name: <OrderLink id={id} orders={orders} list={list} />,
      why: now ? words.manyIs(texts.statuses[now]) : words.manyGone,
    })),
    actions: status === 'processing' && here.length > 0 && <SlipsLink orders={here} list={list} />,
  }
}

function OrderLink({ id, orders, list }: { id: string; orders: Asked['orders']; list: object }) {
  const { slug } = useStore()
  const order = orders.find((each) => each.id === id)
  return (
    <TextLink to="/s/$store/orders/$order" params={{ store: slug, order: id }} state={{ list }}>
      {order ? orderName(order) : id}
    </TextLink>
  )
}
