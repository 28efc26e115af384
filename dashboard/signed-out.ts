type Listener = () => void

let waiting: { promise: Promise<void>; resolve: () => void } | undefined
const listeners = new Set<Listener>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Every call that finds the session ended waits here; one dialog answers them all. */
export function askToSignIn(): Promise<void> {
  if (!waiting) {
    waiting = Promise.withResolvers<void>()
    tell()
  }
  return waiting.promise
}

export function signedInAgain() {
  waiting?.resolve()
  waiting = undefined
  tell()
}

export const isWaiting = () => waiting !== undefined

export function onWaiting(listener: Listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
