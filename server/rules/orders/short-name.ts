import type { KeptOrder } from './present-order.ts'

/** What the audit log calls an order. */
export const shortName = ({ id, product_name }: KeptOrder): string => `${id.slice(0, 8)} · ${product_name}`
