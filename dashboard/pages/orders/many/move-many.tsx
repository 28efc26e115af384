import { memo, useCallback, useState } from 'react'
import type { MoveOutcome, OrderLine } from '#contract/dashboard/orders.ts'
import { roleAllows } from '#contract/dashboard/route.ts'
import { isFinal } from '#contract/order-status.ts'
import { ApiProblem, call } from '../../../api.ts'
import { money } from '../../../format.ts'
import { focusField } from '../../../forms/focus-field.ts'
import { UrlInput } from '../../../forms/url-input.tsx'
import { Confirm } from '../../../parts/dialogs/dialog.tsx'
import type { QuestionProps } from '../../../parts/lists/use-question.ts'
import { useRefresh } from '../../../queries.ts'
import { useSendsMails, useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { orderName } from '../order-name.ts'
import { type Asked, givenBack } from './many-moves.ts'

const words = texts.orders

type Texts = Readonly<Record<string, string>>

/** Asks before moving many orders, then moves them. After a lost answer, pressing again shows the outcome. */
export function MoveMany({ asked, opened, onClose, onDone }: QuestionProps<Asked, MoveOutcome>) {
  const { status, orders } = asked
  const { store_id } = useStore()
  const sendsMails = useSendsMails()
  const refresh = useRefresh()
  const [links, setLinks] = useState<Texts>({})
  const [wrong, setWrong] = useState<Texts>({})
  const keepLink = useCallback((id: string, link: string) => setLinks((old) => ({ ...old, [id]: link })), [])
  const move = async () => {
    setWrong({})
    try {
      return await call('moveOrders', {
        store: store_id,
        status,
        orders: orders.map(({ id }) => id),
        from: orders.map((order) => order.status),
        ...(status === 'dispatched' && { tracking_urls: orders.map(({ id }) => links[id] ?? '') }),
      })
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.fields : {}
      const [first] = Object.keys(fields)
      setWrong(fields)
      if (first) focusField(first)
      throw error
    } finally {
      void refresh('readOrder', 'listOrders', 'overview')
    }
  }
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={words.manyMoves[status](orders.length)}
      action={words.manyMoves[status](orders.length)}
      onConfirm={move}
      onDone={onDone}
      danger={status === 'cancelled'}
      wide={status === 'dispatched'}
      saidBeside={Object.keys(wrong).length > 0}
      perhapsDone={texts.many.perhapsDone}
    >
      <p>
        {sendsMails ? words.manyMails[status] : words.manyNoMails} {isFinal(status) && words.moveFinal}
      </p>
      {status === 'cancelled' && <GivenBack orders={orders} />}
      {status === 'dispatched' && (
        <TrackingLinks orders={orders} links={links} wrong={wrong} onLink={keepLink} />
      )}
    </Confirm>
  )
}

function GivenBack({ orders }: { orders: readonly OrderLine[] }) {
  const { role } = useStore()
  const { pieces, amount } = givenBack(orders)
  const refund = roleAllows(role, 'owner') ? words.manyCancelRefund : words.manyCancelRefundByOwner
  return (
    <>
      <p>{pieces > 0 ? words.cancelStock(pieces) : words.manyCancelNoStock}</p>
      {amount > 0 && <p>{refund(money(amount))}</p>}
    </>
  )
}

interface LinksProps {
  orders: readonly OrderLine[]
  /** Tracking links by order id. */
  links: Texts
  /** The server's sentences about links, by field name. */
  wrong: Texts
  onLink: (id: string, link: string) => void
}

function TrackingLinks({ orders, links, wrong, onLink }: LinksProps) {
  return (
    <fieldset className="plain stack">
      <legend className="unseen">{words.tracking}</legend>
      <p className="soft small">{words.manyTracking}</p>
      {orders.map((order, place) => (
        <LinkField
          key={order.id}
          order={order}
          name={fieldAt(place)}
          link={links[order.id] ?? ''}
          wrong={wrong[fieldAt(place)]}
          onLink={onLink}
        />
      ))}
    </fieldset>
  )
}

const fieldAt = (place: number) => `tracking_urls[${place}]`

interface LinkProps {
  order: OrderLine
  name: string
  link: string
  wrong: string | undefined
  onLink: LinksProps['onLink']
}

/** Renders only at its own keys: there may be a hundred of them. */
const LinkField = memo(({ order, name, link, wrong, onLink }: LinkProps) => (
  <UrlInput
    label={orderName(order)}
    name={name}
    value={link}
    error={wrong}
    onChange={(event) => onLink(order.id, event.currentTarget.value.trim())}
  />
))
