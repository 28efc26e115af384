/**
 * A value that may be there already: the embedded database answers within the call, and a promise for what is known
 * costs a read more than the query itself. `await` takes both; `after` goes on without waiting where it need not.
 */
export type Soon<T> = T | Promise<T>

export const after = <T, R>(soon: Soon<T>, next: (value: T) => Soon<R>): Soon<R> =>
  soon instanceof Promise ? soon.then(next) : next(soon)
