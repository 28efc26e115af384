import type { Queries } from '../storage/engine.ts'

/**
 * For `catch`: two at once can both find a name free, and PostgreSQL stops the second only when it writes. It is refused
 * like one that comes later.
 */
export const ifDuplicate =
  ({ dialect }: Pick<Queries, 'dialect'>, refusal: () => Error) =>
  (error: unknown): never => {
    throw dialect.isDuplicate(error) ? refusal() : error
  }
