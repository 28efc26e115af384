/** A signal that is given `withinMs` from now, or sooner: `stopWithinMs` after the work was told to stop. */
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
