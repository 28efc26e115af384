import type { GatewayName } from '#contract/dashboard/orders.ts'
import { arrivedFacts, noOrderWords, type OrderMoney } from '../rules/orders/money-words.ts'
import { outcomePath } from '../rules/stores/customer-paths.ts'
import type { Letter } from './letter.ts'
import { type OrderMailFacts, policyLinks, whomToAsk } from './order-mail.ts'

interface PaymentWithoutOrder extends Pick<OrderMoney, 'amount_paise' | 'is_test'> {
  id: string
  gateway: GatewayName
  token: string
  product_name: string
  quantity: number
}

interface Facts extends Pick<OrderMailFacts, 'publicUrl'> {
  store: OrderMailFacts['store'] & { sender_name: string }
  payment: PaymentWithoutOrder
  arrivedPaise: number
}

/** For a customer whose payment became no order and is to be returned. */
export function noOrderLetter({
  store,
  payment,
  arrivedPaise,
  publicUrl,
}: Facts): Omit<Letter, 'to' | 'kind'> {
  const { amount_paise: asked_paise, is_test, product_name } = payment
  const money = { asked_paise, arrived_paise: arrivedPaise, is_test, returned_at: null }
  const [heading, sentence] = noOrderWords(store.name, money)
  const rows: [label: string, value: string][] = [
    ['What', `${payment.quantity} × ${product_name}`],
    ...arrivedFacts(money),
    ['Payment number', payment.id],
  ]
  return {
    subject: `${heading}: ${product_name}`,
    content: {
      storeName: store.name,
      ...(store.sender_name && { senderName: store.sender_name }),
      ...(store.contact_email && { replyTo: store.contact_email }),
      heading,
      paragraphs: [sentence],
      button: { label: 'See whether it was returned', url: publicUrl + outcomePath(payment) },
      rows: rows.map(([label, value]) => ({ label, value })),
      afterword: `Questions? ${whomToAsk(store, 'payment')}.`,
      footLinks: policyLinks({ store, publicUrl }),
    },
  }
}
