const GOODBYE_WITHIN_MS = 1000

/**
 * Cuts a connection off to which goodbye is said, unless it has ended by then and this is disposed of: it ends when the
 * server closes it, which one that hangs never does.
 */
export function cutLater(cut: () => void): Disposable {
  const timer = setTimeout(cut, GOODBYE_WITHIN_MS)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
