import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OrderView } from '#contract/dashboard/orders.ts'
import { plainDigits } from '#contract/plain-digits.ts'
import { call } from '../../../api.ts'
import { Confirm } from '../../../parts/dialogs/dialog.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { Card } from '../../../parts/page.tsx'
import { tellDone } from '../../../parts/tell-done.ts'
import { useForget, useRefresh } from '../../../queries.ts'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'

const words = texts.orders.erase

/** For owners, on finished orders: says what is erased and what stays, and asks to type the order's number. */
export function EraseCustomer({ view: { order, number, refund } }: { view: OrderView }) {
  const { store_id, slug } = useStore()
  const refresh = useRefresh()
  const forget = useForget()
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const erase = async () => {
    await call('eraseCustomer', { store: store_id, order: order.id })
    forget('listOrders', 'readSlips', 'listRefunds', 'readDelivery')
    tellDone(words.done)
    await refresh('readOrder')
  }
  const ask = () => {
    setTyped('')
    setAsking(true)
  }
  return (
    <Card
      title={words.title}
      note={refund === 'due' ? words.owed : words.note}
      action={
        refund === 'due' ? (
          <ButtonLink to="/s/$store/refunds" params={{ store: slug }} variant="default">
            {texts.overview.see.refunds}
          </ButtonLink>
        ) : (
          <Button className="danger-button" variant="default" onClick={ask}>
            {words.action}
          </Button>
        )
      }
    >
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.question}
        action={words.action}
        onConfirm={erase}
        ready={plainDigits(typed).trim().replace(/^#/, '') === String(number)}
        danger
      >
        <p>{words.goes}</p>
        <p>{words.stays}</p>
        <p>{words.elsewhere}</p>
        <TextInput
          label={words.type(number)}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </Confirm>
    </Card>
  )
}
