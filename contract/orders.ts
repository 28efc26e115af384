import type { OrderStatus } from './order-status.ts'
import type { CustomQuestion } from './products.ts'

export type Address = { line1: string; line2?: string; city: string; state: string; country: string }

/** What a customer answered to one of the product’s questions. */
export type CustomAnswer = { question: string; type: CustomQuestion['type']; answer: string }

/** An order as Get Order Details returns it. */
export type PublicOrder = {
  id: string
  created_at: string
  product_id: string
  product_name: string
  product_image: string
  status: OrderStatus
  customer: {
    name: string
    email: string
    number: string
    full_address: Address | null
    pincode: string
  }
  order_details: {
    quantity: number
    amount: number
    variation: string | null
    size: string | null
    color: string | null
    special_instructions: string | null
    custom_questions: CustomAnswer[]
  }
  rating: number | null
  review: string | null
  tracking_url: string | null
}
