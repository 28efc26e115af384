import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { OrderView } from '#contract/dashboard/orders.ts'
import { roleAllows } from '#contract/dashboard/route.ts'
import { isFinal, returnsStock, type SettableStatus } from '#contract/order-status.ts'
import { ApiProblem, call } from '../../../api.ts'
import { UrlInput } from '../../../forms/url-input.tsx'
import { isStale } from '../../../forms/use-refusal.ts'
import { Confirm } from '../../../parts/dialogs/dialog.tsx'
import { TextLink } from '../../../parts/links.tsx'
import { Card } from '../../../parts/page.tsx'
import { tellDone } from '../../../parts/tell-done.ts'
import { useRefresh } from '../../../queries.ts'
import { useSendsMails, useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { lateWords } from './late-words.ts'
import { cancelWords, owedWords } from './refund-words.ts'

const words = texts.orders

/** Buttons for the moves that are possible now, the usual one first. */
export function Moves({ view }: { view: OrderView }) {
  const { order, next } = view
  const [asked, setAsked] = useState<{ status: SettableStatus; times: number }>({
    status: 'processing',
    times: 0,
  })
  const [opened, setOpened] = useState(false)
  const ask = (status: SettableStatus) => {
    setAsked(({ times }) => ({ status, times: times + 1 }))
    setOpened(true)
  }
  return (
    <Card {...words.now[order.status]} {...(order.status === 'cancelled' && { note: <Owed view={view} /> })}>
      {next.length > 0 && (
        <div className="inline">
          {next.map((status, place) => (
            <Button
              key={status}
              variant={place === 0 && status !== 'cancelled' ? 'filled' : 'default'}
              className={status === 'cancelled' ? 'danger-button' : undefined}
              onClick={() => ask(status)}
            >
              {words.moves[status]}
            </Button>
          ))}
        </div>
      )}
      <Move
        key={asked.times}
        view={view}
        status={asked.status}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </Card>
  )
}

/** Where the money of a cancelled order is, with a link for those who may open it. */
function Owed({ view }: { view: OrderView }) {
  const { slug, role } = useStore()
  return (
    <>
      {owedWords(view, role)}{' '}
      {view.refund === 'due' && roleAllows(role, 'owner') && (
        <TextLink to="/s/$store/refunds" params={{ store: slug }}>
          {texts.overview.see.refunds}
        </TextLink>
      )}
    </>
  )
}

interface MoveProps {
  view: OrderView
  status: SettableStatus
  opened: boolean
  onClose: () => void
}

/** A dialog about the order's status at the moment of opening; each opening makes a new one. */
function Move({ view, status, opened, onClose }: MoveProps) {
  const [seen, setSeen] = useState(view)
  const { order } = seen
  const link = order.tracking_url ?? ''
  const kept = { store: useStore().store_id, order: order.id }
  const sendsMails = useSendsMails()
  const refresh = useRefresh()
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const move = async () => {
    setWrong(undefined)
    try {
      const { status: from } = order
      const tracking =
        typed === undefined
          ? { was: { status: from } }
          : { tracking_url: typed, was: { status: from, tracking_url: link } }
      await call('changeOrderStatus', { ...kept, status, ...tracking })
    } catch (error) {
      const sentence = error instanceof ApiProblem ? error.fields.tracking_url : undefined
      setWrong(sentence)
      if (sentence) field.current?.focus()
      // Somebody else may have moved it, so the page behind the dialog is refetched.
      void refresh('readOrder', 'listOrders', 'overview')
      if (!isStale(error)) throw error
      const now = await call('readOrder', kept)
      setSeen(now)
      throw new ApiProblem(409, { error: lateWords({ was: order.status, now, wished: status }) })
    }
    tellDone(words.moved)
    await refresh('readOrder', 'listOrders', 'overview')
  }
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={words.moves[status]}
      action={words.moves[status]}
      onConfirm={move}
      danger={status === 'cancelled'}
      saidBeside={wrong !== undefined}
    >
      <p>
        {sendsMails ? words.moveMails[status] : words.noMails} {isFinal(status) && words.moveFinal}
      </p>
      {status === 'dispatched' && (
        <UrlInput
          ref={field}
          label={`${words.tracking} (${texts.forms.optional})`}
          description={words.trackingRule}
          name="tracking_url"
          value={typed ?? link}
          error={wrong}
          onChange={({ currentTarget: { value } }) =>
            setTyped(value.trim() === link ? undefined : value.trim())
          }
        />
      )}
      {status === 'cancelled' && <GivenBack view={seen} />}
    </Confirm>
  )
}

function GivenBack({ view }: { view: OrderView }) {
  const { role } = useStore()
  const { status, order_details } = view.order
  const refund = cancelWords(view, role)
  return (
    <>
      <p>
        {returnsStock(status, 'cancelled') ? words.cancelStock(order_details.quantity) : words.cancelNoStock}
      </p>
      {refund && <p>{refund}</p>}
    </>
  )
}
