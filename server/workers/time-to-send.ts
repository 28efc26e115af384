/** A signal that aborts `withinMs` from now, or `stopWithinMs` after `stopping` if that is sooner. */
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
