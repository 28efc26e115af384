const GOODBYE_WITHIN_MS = 1000

/**
 * Cuts a connection that is being closed, unless this is disposed of in time. A clean end waits for the server to close
 * the connection, which a server that hangs never does.
 */
export function cutLater(cut: () => void): Disposable {
  const timer = setTimeout(cut, GOODBYE_WITHIN_MS)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
