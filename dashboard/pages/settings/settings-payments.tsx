import { Button } from '@mantine/core'
import { useState } from 'react'
import { TEST_KEYS } from '#contract/dashboard/store.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { Card } from '../../parts/page.tsx'
import { Loaded, LoadingRows } from '../../parts/states.tsx'
import { Badge } from '../../parts/status.tsx'
import { tellDone } from '../../parts/tell-done.ts'
import { Time } from '../../parts/time.tsx'
import { useCall, useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { RazorpayWants } from './settings-policies.tsx'
import { RazorpayDialog } from './settings-razorpay.tsx'

const words = texts.store.settings

const isTest = (keyId: string | null) => keyId?.startsWith(TEST_KEYS) ?? true

function GatewayBadge({ gateway, isTest }: { gateway: 'razorpay' | 'test'; isTest: boolean }) {
  if (gateway === 'test') return <Badge tone="warn">{words.paymentTrial}</Badge>
  return isTest ? (
    <Badge tone="warn">{words.paymentLiveTest}</Badge>
  ) : (
    <Badge tone="good">{words.paymentLive}</Badge>
  )
}

interface HowPaidProps {
  gateway: 'razorpay' | 'test'
  keyId: string | null
  since: string | null
}

function HowPaid({ gateway, keyId, since }: HowPaidProps) {
  const sentence = isTest(keyId) ? words.paymentRazorpayTest : words.paymentRazorpay
  return (
    <>
      <div className="inline">
        <GatewayBadge gateway={gateway} isTest={isTest(keyId)} />
        {since && (
          <span className="soft small">
            {words.paymentSince} <Time at={since} short />
          </span>
        )}
      </div>
      <p>{gateway === 'test' ? words.paymentTest : sentence(keyId ?? '')}</p>
      {gateway === 'razorpay' && <p className="soft small">{words.paymentExact}</p>}
    </>
  )
}

export function PaymentsCard() {
  const { store_id } = useStore()
  const query = useCall('readPayments', { store: store_id })
  const refresh = useRefresh()
  const [open, setOpen] = useState<'connect' | 'stop'>()
  const stop = async () => {
    await call('removeRazorpay', { store: store_id })
    tellDone(words.paymentStopped)
    await refresh('readPayments', 'overview')
  }
  return (
    <div id="payment">
      <Card title={words.payment}>
        <Loaded query={query} shape={<LoadingRows rows={2} />}>
          {({ gateway, key_id, since, webhook_url }) => (
            <div className="stack">
              <HowPaid gateway={gateway} keyId={key_id} since={since} />
              {isTest(key_id) && <RazorpayWants />}
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
          keep={texts.actions.cancel}
          danger
        >
          <p>{words.paymentStopNote}</p>
        </Confirm>
      </Card>
    </div>
  )
}
