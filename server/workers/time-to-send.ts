/**
 * A signal that it has taken too long: so long since now, or, once the work is to stop, so long since then. Disposing of it
 * leaves nothing behind.
 */
export function timeToSend(
  withinMs: number,
  stopping: AbortSignal | undefined,
  stopWithinMs: number,
): Disposable & { overdue: AbortSignal } {
  const end = new AbortController()
  const timers = new DisposableStack()
  const endAfter = (ms: number) => timers.adopt(setTimeout(() => end.abort(), ms).unref(), clearTimeout)
  const stop = () => void endAfter(stopWithinMs)
  endAfter(withinMs)
  if (stopping?.aborted) stop()
  else stopping?.addEventListener('abort', stop)
  timers.defer(() => stopping?.removeEventListener('abort', stop))
  return { overdue: end.signal, [Symbol.dispose]: () => timers.dispose() }
}
