/** What an error says. Some have no words but a code, and some hold several. */
export function messageOf(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
  return message || errors?.map((each) => each.message).join(', ') || code || String(error)
}
