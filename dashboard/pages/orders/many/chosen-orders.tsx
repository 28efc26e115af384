import { Button } from '@mantine/core'
import type { MoveOutcome, OrderLine } from '#contract/dashboard/orders.ts'
import type { SettableStatus } from '#contract/order-status.ts'
import { ChosenBar } from '../../../parts/lists/chosen-bar.tsx'
import type { Chosen } from '../../../parts/lists/use-chosen.ts'
import { useQuestion } from '../../../parts/lists/use-question.ts'
import { texts } from '../../../texts.ts'
import { SlipsLink } from '../slips/slips-link.tsx'
import { type Asked, sharedMoves } from './many-moves.ts'
import { MoveMany } from './move-many.tsx'
import { MovedMany } from './moved-many.tsx'

const words = texts.orders

/** What can be done with the chosen orders: the moves that all of them allow, and their slips. */
export function ChosenOrders({ chosen, list }: { chosen: Chosen<OrderLine>; list: object }) {
  const { question, ask, outcome, end } = useQuestion<Asked, MoveOutcome>(
    { status: 'processing', orders: [] },
    chosen,
  )
  const orders = chosen.rows
  const moves = sharedMoves(orders)
  return (
    <>
      <ChosenBar chosen={chosen} note={noteOn(moves)}>
        <SlipsLink orders={orders} list={list} />
        {[...moves].reverse().map((status) => (
          <Button
            key={status}
            variant={status === 'cancelled' ? 'default' : 'filled'}
            className={status === 'cancelled' ? 'danger-button' : undefined}
            onClick={() => ask({ status, orders })}
          >
            {words.manyActions[status]}
          </Button>
        ))}
      </ChosenBar>
      <MoveMany
        // A new key for other orders, because the typed tracking links belong to the earlier ones.
        key={question.asked.orders.map(({ id }) => id).join()}
        {...question}
      />
      <MovedMany
        asked={question.asked}
        outcome={outcome}
        list={{ ...list, page: undefined, after: undefined }}
        onClose={end}
      />
    </>
  )
}

function noteOn(moves: readonly SettableStatus[]) {
  if (moves.length === 0) return words.manyNoStep
  return moves.length === 1 && moves[0] === 'cancelled' ? words.manyOnlyCancel : undefined
}
