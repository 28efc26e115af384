import type { Address } from '#contract/orders.ts'
import { COUNTRY, CUSTOMER_FIELDS, lineProblem, toAddress } from '../checkout/purchase.ts'
import { typedDigits, typedPhone } from '../checkout/typed-digits.ts'

/** The recipient and address of an order, as a seller types them. */
interface DeliveryInput {
  name: string
  number: string
  line1: string
  line2: string
  pincode: string
  city: string
  state: string
}

export interface Delivery {
  customer_name: string
  customer_phone: string
  pincode: string
  address: Address
}

const { phone, name, ...others } = CUSTOMER_FIELDS

/** The checkout's own rules, except that the seller types another person's name. */
const RULES = { ...others, name: { ...name, label: 'the name' }, number: phone }

const FIELDS = ['name', 'number', 'line1', 'line2', 'pincode', 'city', 'state'] as const

export function checkDelivery(
  typed: DeliveryInput,
): { value: Delivery } | { problems: Record<string, string> } {
  const input = { ...typed, number: typedPhone(typed.number), pincode: typedDigits(typed.pincode) }
  const problems = Object.fromEntries(
    FIELDS.flatMap((field) => {
      const problem = lineProblem(input[field], RULES[field])
      return problem ? [[field, problem]] : []
    }),
  )
  if (Object.keys(problems).length > 0) return { problems }
  return {
    value: {
      customer_name: input.name.trim(),
      customer_phone: input.number,
      pincode: input.pincode,
      address: toAddress({ ...input, country: COUNTRY }),
    },
  }
}
