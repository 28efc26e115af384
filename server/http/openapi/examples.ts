import type { EventsPage } from '#contract/events.ts'
import type { PublicOrder } from '#contract/orders.ts'
import type { PublicProduct } from '#contract/products.ts'

const PRODUCT_ID = '3f6c1d52-8a04-4c39-9b0e-6f1f0a7d2c11'
const ORDER_ID = 'c8a9e7d4-52f1-4b6e-8a37-0d9b5e2f4a10'
const STORE_ID = '9d1f2b7c-6e3a-4f58-b1c4-2a7e8d5f3b60'

export const NEW_PRODUCT_EXAMPLE = {
  name: 'Brass lamp',
  price: 1499,
  current_price: 1299.5,
  description: 'Cast by hand in Moradabad.',
  stock: 12,
  colors: ['Gold', 'Antique'],
}

export const PRODUCT_EXAMPLE: PublicProduct = {
  id: PRODUCT_ID,
  created_at: '2026-11-14T10:35:00.000Z',
  store_id: STORE_ID,
  name: 'Brass lamp',
  origional_price: 1499,
  current_price: 1299.5,
  shipping_cost: 0,
  short_description: 'Cast by hand in Moradabad.',
  long_description: 'Cast by hand in Moradabad.',
  variations: [],
  size: [],
  colors: ['Gold', 'Antique'],
  categories: [],
  is_sale: false,
  custom_questions: [],
  is_active: true,
  stock: 12,
  internal_note: '',
  primary_image: null,
  images: [],
  metadata: {},
}

export const ORDER_EXAMPLE: PublicOrder = {
  id: ORDER_ID,
  created_at: '2026-11-14T11:02:17.480Z',
  product_id: PRODUCT_ID,
  product_name: 'Brass lamp',
  product_image: '',
  status: 'started',
  customer: {
    name: 'Asha Rao',
    email: 'asha.rao@example.com',
    number: '9876543210',
    full_address: { line1: '12 Church Street', city: 'Bengaluru', state: 'Karnataka', country: 'India' },
    pincode: '560001',
  },
  order_details: {
    quantity: 1,
    amount: 1299.5,
    variation: null,
    size: null,
    color: 'Gold',
    special_instructions: null,
    custom_questions: [],
  },
  rating: null,
  review: null,
  tracking_url: null,
}

export const EVENTS_EXAMPLE: EventsPage = {
  events: [
    {
      sequence: 42,
      id: `evt_${ORDER_ID}`,
      payload: {
        event: 'order.created',
        order_id: ORDER_ID,
        store_id: STORE_ID,
        product_id: PRODUCT_ID,
        status: 'started',
        created_at: ORDER_EXAMPLE.created_at,
        customer: {
          ...ORDER_EXAMPLE.customer,
          full_address: '12 Church Street, Bengaluru, Karnataka, India',
        },
        order_details: ORDER_EXAMPLE.order_details,
      },
    },
  ],
  last_sequence: 42,
}

export const TEST_EVENT_EXAMPLE = {
  event: 'webhook.test',
  store_id: STORE_ID,
  webhook_id: '5b0c7e19-3d86-4a2f-9c41-8e7d6f5a4b32',
  created_at: ORDER_EXAMPLE.created_at,
}

export const CREATED_EXAMPLE = { product_id: PRODUCT_ID }
