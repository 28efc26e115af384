/**
 * A value or a promise of it. SQLite answers within the call, and a promise for a known value would cost a read more
 * than the query itself. `await` takes both; `after` continues at once with a value that is there.
 */
export type Soon<T> = T | Promise<T>

export const after = <T, R>(soon: Soon<T>, next: (value: T) => Soon<R>): Soon<R> =>
  soon instanceof Promise ? soon.then(next) : next(soon)
