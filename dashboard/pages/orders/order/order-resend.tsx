import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { OrderView } from '#contract/dashboard/orders.ts'
import { call } from '../../../api.ts'
import { Card } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/states.tsx'
import { tellDone } from '../../../parts/tell-done.ts'
import { useRefresh } from '../../../queries.ts'
import { useSendsMails, useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { firstChoice, mailChoices } from './mail-choices.ts'

const words = texts.orders

export function Resend({ view }: { view: OrderView }) {
  const { store_id } = useStore()
  const sendsMails = useSendsMails()
  const refresh = useRefresh()
  const [mail, setMail] = useState(() => firstChoice(view.mails))
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const waits = view.mails.some((each) => each.mail === mail && each.waits)
  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await call('resendMail', { store: store_id, order: view.order.id, mail })
      tellDone(sendsMails ? words.resent : words.resentLater)
      await refresh('readOrder')
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={words.resend} note={sendsMails ? words.resendNote : words.noMails}>
      <div className="stack-tight">
        <NativeSelect
          aria-label={words.resend}
          value={mail}
          onChange={(event) => setMail(event.currentTarget.value)}
          data={mailChoices(view.mails)}
        />
        {waits && <p className="soft small">{words.resendWaits}</p>}
        {error !== undefined && <Problem error={error} />}
        <Button variant="default" loading={busy} disabled={waits} onClick={() => void send()}>
          {words.resendAction}
        </Button>
      </div>
    </Card>
  )
}
