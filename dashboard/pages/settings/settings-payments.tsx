import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { Card } from '../../parts/page.tsx'
import { Loaded, LoadingRows } from '../../parts/states.tsx'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useCall, useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { RazorpayDialog } from './settings-razorpay.tsx'

const words = texts.store.settings

export function PaymentsCard() {
  const { store_id } = useStore()
  const query = useCall('readPayments', { store: store_id })
  const refresh = useRefresh()
  const [open, setOpen] = useState<'connect' | 'stop'>()
  const stop = async () => {
    await call('removeRazorpay', { store: store_id })
    await refresh('readPayments', 'overview')
  }
  return (
    <div id="payment">
      <Card title={words.payment}>
        <Loaded query={query} shape={<LoadingRows rows={2} />}>
          {({ gateway, key_id, since, webhook_url }) => (
            <div className="stack">
              <div className="inline">
                <Badge tone={gateway === 'razorpay' ? 'good' : 'warn'}>
                  {gateway === 'razorpay' ? words.paymentLive : words.paymentTrial}
                </Badge>
                {since && (
                  <span className="soft small">
                    {words.paymentSince} <Time at={since} short />
                  </span>
                )}
              </div>
              <p>{gateway === 'razorpay' ? words.paymentRazorpay(key_id ?? '') : words.paymentTest}</p>
              <div className="inline">
                <Button variant="default" onClick={() => setOpen('connect')}>
                  {gateway === 'razorpay' ? words.paymentChange : words.paymentConnect}
                </Button>
                {gateway === 'razorpay' && (
                  <Button variant="default" className="danger-button" onClick={() => setOpen('stop')}>
                    {words.paymentStop}
                  </Button>
                )}
              </div>
              {open === 'connect' && (
                <RazorpayDialog
                  keyId={key_id ?? ''}
                  webhookUrl={webhook_url}
                  onClose={() => setOpen(undefined)}
                />
              )}
            </div>
          )}
        </Loaded>
        <Confirm
          opened={open === 'stop'}
          onClose={() => setOpen(undefined)}
          title={words.paymentStopTitle}
          action={words.paymentStop}
          onConfirm={stop}
          danger
        >
          <p>{words.paymentStopNote}</p>
        </Confirm>
      </Card>
    </div>
  )
}
