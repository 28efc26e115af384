/** The operations of the seller API and how often a minute a store may call each. */
export const OPERATIONS = {
  read_product: { method: 'GET', path: '/api/products/:id', perMinute: 50 },
  create_product: { method: 'POST', path: '/api/products/create', perMinute: 20 },
  edit_product: { method: 'PUT', path: '/api/products/:id/edit', perMinute: 20 },
  delete_product: { method: 'DELETE', path: '/api/products/:id', perMinute: 10 },
  read_order: { method: 'GET', path: '/api/orders/:id', perMinute: 50 },
  change_order_status: { method: 'PUT', path: '/api/orders/:id/status', perMinute: 20 },
  list_events: { method: 'GET', path: '/api/events', perMinute: 50 },
} as const satisfies Record<string, { method: string; path: string; perMinute: number }>

export type Operation = keyof typeof OPERATIONS

export const API_VERSION = 'v1'

export const isOfApi = (url: string): boolean => url.startsWith('/api/')
