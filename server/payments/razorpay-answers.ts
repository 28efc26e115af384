import { GatewayUnavailable } from './gateway.ts'

/** The fields of Razorpay's payment entity that matter here. */
export interface ProviderPayment {
  status: string
  amount: number | string
  currency: string
  order_id: string
  /** In seconds. */
  created_at: number
}

/** Statuses for invalid keys, or for a request that this account may not make. */
const FOR_GOOD = new Set([400, 401])

type Shape<T> = (value: unknown) => value is T

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

export const isOrder: Shape<{ id: string }> = (value): value is { id: string } =>
  typeof partOf(value, 'id') === 'string'

export const isTry: Shape<ProviderPayment> = (value): value is ProviderPayment =>
  typeof partOf(value, 'status') === 'string'

export const isList: Shape<{ items: unknown[] }> = (value): value is { items: unknown[] } =>
  Array.isArray(partOf(value, 'items'))

export const isListOfTries: Shape<{ items: ProviderPayment[] }> = (
  value,
): value is { items: ProviderPayment[] } => isList(value) && value.items.every(isTry)

/**
 * Calls the package and makes its failures errors: it breaks if no answer comes, and rejects with plain objects. An
 * answer of another shape is an error too: a proxy or a maintenance page may answer in Razorpay's place, and with 200.
 */
export async function answered<T>(call: () => Promise<unknown>, hasShape: Shape<T>): Promise<T> {
  const answer = await call().catch((failure) => {
    const { statusCode = 0, error } = failure as { statusCode?: number; error?: unknown }
    const description = partOf(error, 'description')
    const said = typeof description === 'string' ? description : ''
    const line = statusCode ? `${statusCode} ${said}`.trim() : 'no answer'
    const refusal = FOR_GOOD.has(statusCode) ? said : undefined
    throw new GatewayUnavailable(`Razorpay: ${line}`, statusCode || undefined, refusal || undefined)
  })
  if (hasShape(answer)) return answer
  throw new GatewayUnavailable('Razorpay: an answer that is not its own')
}
