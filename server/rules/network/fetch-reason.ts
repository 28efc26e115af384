/** Why a `fetch` failed: its error only says that it did, and the reason is in the cause. */
export function fetchReason(error: unknown): string {
  const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  return cause?.code ?? cause?.message ?? message
}
