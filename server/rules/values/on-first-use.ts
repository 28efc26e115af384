/** What takes long to make, and not every process needs: made when it is asked for, once. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
