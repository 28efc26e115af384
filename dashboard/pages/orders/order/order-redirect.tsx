import { TextInput } from '@mantine/core'
import type { PublicOrder } from '#contract/orders.ts'
import { call } from '../../../api.ts'
import { FormEnd } from '../../../forms/form-end.tsx'
import { FormNotices } from '../../../forms/form-notices.tsx'
import { FormStack } from '../../../forms/form-stack.tsx'
import { textField } from '../../../forms/text-field.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Dialog } from '../../../parts/dialogs/dialog.tsx'
import { tellDone } from '../../../parts/tell-done.ts'
import { useRefresh } from '../../../queries.ts'
import { useSendsMails, useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'

const words = texts.orders
const RULES: Partial<Record<string, string>> = words.deliveryRules

const deliveryOf = ({ name, number, pincode, full_address: address }: PublicOrder['customer']) => ({
  name,
  number,
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  pincode,
  city: address?.city ?? '',
  state: address?.state ?? '',
})

type Delivery = ReturnType<typeof deliveryOf>

/** Changes an order's delivery address, for a customer who calls. */
export function RedirectOrder({ order, onClose }: { order: PublicOrder; onClose: () => void }) {
  const { store_id } = useStore()
  const sendsMails = useSendsMails()
  const refresh = useRefresh()
  const form = useForm({
    initial: deliveryOf(order.customer),
    refetch: () => refresh('readOrder'),
    save: (delivery, _, was) =>
      call('changeDelivery', { store: store_id, order: order.id, ...delivery, was }),
    saved: async () => {
      tellDone(words.redirected)
      onClose()
      await refresh('readOrder', 'listOrders', 'readSlips')
    },
  })
  return (
    <Dialog opened onClose={onClose} title={words.redirect}>
      <FormStack form={form}>
        <p>
          {words.redirectNote} {sendsMails ? words.redirectMail : words.noMails}
        </p>
        {(Object.keys(words.delivery) as (keyof Delivery)[]).map((name) => (
          <TextInput
            key={name}
            autoComplete="off" // A browser would offer the seller's own address.
            label={
              name === 'line2' ? `${words.delivery[name]} (${texts.forms.optional})` : words.delivery[name]
            }
            {...(RULES[name] && { description: RULES[name], inputMode: 'numeric' as const })}
            {...textField(form, name)}
          />
        ))}
        <FormNotices form={form} labels={words.delivery} />
        <FormEnd form={form} action={words.redirect} onBack={onClose} ready={form.dirty} />
      </FormStack>
    </Dialog>
  )
}
