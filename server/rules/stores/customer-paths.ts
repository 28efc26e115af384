import type { GatewayName } from '#contract/dashboard/orders.ts'
import type { PolicyKind } from '#contract/policies.ts'

export const storePath = (slug: string): string => `/s/${slug}`

export const productPath = (slug: string, productId: string): string => `${storePath(slug)}/p/${productId}`

/** A page beside the products: contact, shipping, returns and the like. */
export const policyPath = (slug: string, kind: PolicyKind): string => `${storePath(slug)}/${kind}`

/** Whoever has the token may see the order. */
export const orderPath = (token: string): string => `/o/${token}`

interface PaymentName {
  gateway: GatewayName
  token: string
}

/** The page that tells the customer the outcome of a payment. */
export const outcomePath = ({ gateway, token }: PaymentName): string => `/pay/${gateway}/${token}/outcome`

/** The page to pay on; for a free order, directly the outcome. */
export const paymentPath = ({ gateway, token }: PaymentName): string =>
  gateway === 'free' ? outcomePath({ gateway, token }) : `/pay/${gateway}/${token}`
