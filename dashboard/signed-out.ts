type Listener = () => void

let waiting: Promise<void> | undefined
let goOn = () => {}
const listeners = new Set<Listener>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Calls that find the session ended wait here for one shared dialog. */
export function askToSignIn(): Promise<void> {
  if (!waiting) {
    waiting = new Promise((resolve) => {
      goOn = resolve
    })
    tell()
  }
  return waiting
}

export function signedInAgain() {
  goOn()
  waiting = undefined
  tell()
}

export const isWaiting = () => waiting !== undefined

export function onWaiting(listener: Listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
