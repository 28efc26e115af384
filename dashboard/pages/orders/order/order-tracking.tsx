import { Anchor, Button } from '@mantine/core'
import type { OrderView } from '#contract/dashboard/orders.ts'
import type { OrderStatus, SettableStatus } from '#contract/order-status.ts'
import { call, isRefusedAs } from '../../../api.ts'
import { FormNotices } from '../../../forms/form-notices.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { FormStack } from '../../../forms/form-stack.tsx'
import { textField } from '../../../forms/text-field.ts'
import { UrlInput } from '../../../forms/url-input.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Card } from '../../../parts/page.tsx'
import { tellDone } from '../../../parts/tell-done.ts'
import { useRefresh } from '../../../queries.ts'
import { useDraftKey, useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'

const words = texts.orders
const CHANGEABLE: readonly OrderStatus[] = ['processing', 'dispatched'] satisfies SettableStatus[]

/** Sends the current status again with the link: this adds or corrects the link without a second mail. */
export function Tracking({ view }: { view: OrderView }) {
  const { order } = view
  const { store_id } = useStore()
  const refresh = useRefresh()
  const form = useForm({
    initial: { tracking_url: order.tracking_url ?? '' },
    draft: useDraftKey(`tracking:${order.id}`),
    refetch: () => refresh('readOrder'),
    save: async ({ tracking_url }, _, was) => {
      const kept = { store: store_id, order: order.id }
      const link = { tracking_url: tracking_url.trim(), was }
      try {
        await call('changeOrderStatus', { ...kept, ...link, status: order.status })
      } catch (error) {
        if (!isRefusedAs('impossible_step', error)) throw error
        // Somebody else has moved the order on. The link applies in its new status too.
        const { status } = (await call('readOrder', kept)).order
        await call('changeOrderStatus', { ...kept, ...link, status })
      }
    },
    saved: async () => {
      tellDone(words.trackingSaved)
      await refresh('readOrder')
    },
  })
  const changeable = CHANGEABLE.includes(order.status)
  if (!changeable && !order.tracking_url) return null
  return (
    <Card title={words.tracking}>
      <FormStack form={form}>
        {order.tracking_url && (
          <Anchor href={order.tracking_url} target="_blank" rel="noopener noreferrer" underline="always">
            {words.trackingOpen}
          </Anchor>
        )}
        {changeable && (
          <>
            <UrlInput
              aria-label={words.tracking}
              description={words.trackingRule}
              {...textField(form, 'tracking_url')}
            />
            <FormNotices form={form} labels={{ tracking_url: words.tracking }} />
            <FormProblem form={form} />
            <Button type="submit" variant="default" loading={form.saving} disabled={!form.dirty}>
              {words.trackingSave}
            </Button>
          </>
        )}
      </FormStack>
    </Card>
  )
}
