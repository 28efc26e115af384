/** An error's message. Some errors have only a code, and some contain several errors. */
export function messageOf(error: unknown): string {
  const { message, code, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
  return message || errors?.map((each) => each.message).join(', ') || code || String(error)
}
