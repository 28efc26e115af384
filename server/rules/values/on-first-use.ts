/** For what is slow to make and not needed in every process: made once, when first asked for. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
