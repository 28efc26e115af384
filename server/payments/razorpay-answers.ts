import { GatewayUnavailable } from './gateway.ts'

/** The parts of Razorpay's payment entity on which anything depends. */
export interface ProviderPayment {
  status: string
  amount: number | string
  currency: string
  order_id: string
  /** In seconds. */
  created_at: number
}

/** Keys that are none any more, or something that this account may not ask for. */
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
 * The package breaks over an answer that never came and rejects with plain objects; both become errors. So does an
 * answer of another shape: a proxy, or a page about maintenance, may answer in Razorpay's place, and with 200.
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
