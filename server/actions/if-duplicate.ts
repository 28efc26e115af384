import type { Queries } from '../storage/engine.ts'

/**
 * For `catch`: two concurrent requests can both find a name free, and PostgreSQL stops the second only when it writes.
 * That one gets the same refusal as a request that comes later.
 */
export const ifDuplicate =
  ({ dialect }: Pick<Queries, 'dialect'>, refusal: () => Error) =>
  (error: unknown): never => {
    throw dialect.isDuplicate(error) ? refusal() : error
  }
