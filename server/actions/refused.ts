import { ApiError } from '#contract/errors.ts'

/** A refusal outside the seller API: a sentence for the person who asked. */
export class Refused extends Error {}

export const noSuchStore = () => new Refused('There is no store with that id')

/** True where the request cannot be granted; any other error is a failure of ours. */
export const isRefusal = (error: unknown): error is ApiError | Refused =>
  error instanceof Refused || (error instanceof ApiError && error.status < 500)
