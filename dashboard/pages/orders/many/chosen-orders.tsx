import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MoveOutcome, OrderLine } from '#contract/dashboard/orders.ts'
import type { SettableStatus } from '#contract/order-status.ts'
import { ChosenBar } from '../../../parts/lists/chosen-bar.tsx'
import { useFilters } from '../../../parts/lists/filters.tsx'
import type { Chosen } from '../../../parts/lists/use-chosen.ts'
import { texts } from '../../../texts.ts'
import { SlipsLink } from '../slips/slips-link.tsx'
import { type Asked, sharedMoves } from './many-moves.ts'
import { MoveMany } from './move-many.tsx'
import { MovedMany } from './moved-many.tsx'

const words = texts.orders

/** What can be done with the chosen orders: the moves that all of them allow, and their slips. */
export function ChosenOrders({ chosen, list }: { chosen: Chosen<OrderLine>; list: object }) {
  const [asked, setAsked] = useState<Asked>({ status: 'processing', orders: [] })
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<MoveOutcome>()
  const filter = useFilters()
  const orders = chosen.rows
  const moves = sharedMoves(orders)
  const ask = (status: SettableStatus) => {
    setAsked({ status, orders })
    setAsking(true)
  }
  return (
    <>
      <ChosenBar chosen={chosen} note={noteOn(moves)}>
        <SlipsLink orders={orders} list={list} />
        {moves.toReversed().map((status) => (
          <Button
            key={status}
            variant={status === 'cancelled' ? 'default' : 'filled'}
            className={status === 'cancelled' ? 'danger-button' : undefined}
            onClick={() => ask(status)}
          >
            {words.manyActions[status]}
          </Button>
        ))}
      </ChosenBar>
      <MoveMany
        // The links that were typed belong to the orders that were chosen then.
        key={asked.orders.map(({ id }) => id).join()}
        asked={asked}
        opened={asking}
        onClose={() => setAsking(false)}
        onMoved={setOutcome}
      />
      <MovedMany
        asked={asked}
        outcome={outcome}
        list={{ ...list, page: undefined, after: undefined }}
        onClose={() => {
          setOutcome(undefined)
          chosen.clear()
          // What was moved may have left the filter, and this page with it.
          filter({})
        }}
      />
    </>
  )
}

function noteOn(moves: readonly SettableStatus[]) {
  if (moves.length === 0) return words.manyNoStep
  return moves.length === 1 && moves[0] === 'cancelled' ? words.manyOnlyCancel : undefined
}
