/** SQLite answers within the call, and a promise for a known value would cost a read more than the query itself. */
export type MaybePromise<T> = T | Promise<T>

/** As `then`, but goes on at once with a value that is there. */
export const andThen = <T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (value instanceof Promise ? value.then(next) : next(value))
