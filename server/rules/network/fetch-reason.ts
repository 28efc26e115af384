/** Why a `fetch` failed: it says itself no more than that it did, and has the reason in its cause. */
export function fetchReason(error: unknown): string {
  const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  return cause?.code ?? cause?.message ?? message
}
