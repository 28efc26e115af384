/**
 * An image of ours is kept as a path, `/images/{store}/{hash}.{extension}`, so that it survives a change of address;
 * any other value is a URL of somebody else's and is kept as it is.
 */
const OWN_PATH = /^\/images\/([0-9a-f-]{36})\/([0-9a-f]{64})\.(\w+)$/

export const imagePath = (storeId: string, hash: string, extension: string): string =>
  `/images/${storeId}/${hash}.${extension}`

export const publicImageUrl = (value: string, publicUrl: string): string =>
  value.startsWith('/') ? publicUrl + value : value

/** The path of our own image that a URL or a kept value names, where it is this store's. */
export function ownImage(value: string, storeId: string, publicUrl: string) {
  const path = value.startsWith(`${publicUrl}/images/`) ? value.slice(publicUrl.length) : value
  const [, store, hash] = OWN_PATH.exec(path) ?? []
  return store === storeId && hash ? { path, hash } : undefined
}
