/** Returns false where storage is full, instead of throwing: that must not stop what the person is doing. */
export function keepIn(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
