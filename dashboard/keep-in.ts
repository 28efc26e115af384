/** Tells whether there was room for it: a browser that is full must not stop what is being done. */
export function keepIn(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
