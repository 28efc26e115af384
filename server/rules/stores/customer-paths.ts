import type { GatewayName } from '#contract/dashboard/orders.ts'
import type { PolicyKind } from '#contract/policies.ts'

export const storePath = (slug: string): string => `/s/${slug}`

export const productPath = (slug: string, productId: string): string => `${storePath(slug)}/p/${productId}`

/** One of the pages beside the products: whom to ask, shipping, returns and the like. */
export const policyPath = (slug: string, kind: PolicyKind): string => `${storePath(slug)}/${kind}`

/** The token is the right to see the order. */
export const orderPath = (token: string): string => `/o/${token}`

interface PaymentName {
  gateway: GatewayName
  token: string
}

/** Where the customer learns what became of a payment. */
export const outcomePath = ({ gateway, token }: PaymentName): string => `/pay/${gateway}/${token}/outcome`

/** Where the customer pays, or learns that there was nothing to pay. */
export const paymentPath = ({ gateway, token }: PaymentName): string =>
  gateway === 'free' ? outcomePath({ gateway, token }) : `/pay/${gateway}/${token}`
