import { OPERATIONS, type Operation } from '#contract/operations.ts'

const OPERATION_AT = new Map(
  Object.entries(OPERATIONS).map(([operation, { method, path }]) => [
    `${method} ${path}`,
    operation as Operation,
  ]),
)

/** The operation that a route stands for, where it is one of the seller API. */
export function operationAt({ method, url }: Route): Operation | undefined {
  const [first = ''] = [method].flat()
  return OPERATION_AT.get(`${first === 'HEAD' ? 'GET' : first} ${url}`)
}

interface Route {
  method: string | readonly string[]
  url?: string | undefined
}
