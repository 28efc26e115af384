import { SIZES } from './picture-sizes.ts'

/**
 * An image of ours is stored as a path, `/images/{store}/{hash}.{extension}`, so that it survives a change of the
 * service's address. Any other value is a URL elsewhere and is stored unchanged.
 */
const OWN_PATH = new RegExp(
  `^/images/(?:(?:${Object.keys(SIZES).join('|')})/)?([0-9a-f-]{36})/([0-9a-f]{64})\\.(\\w+)$`,
)

export const imagePath = (storeId: string, hash: string, extension: string): string =>
  `/images/${storeId}/${hash}.${extension}`

/** The same picture in one of the sizes, as customers' pages show it. */
export const inSize = (path: string, size: string | number): string =>
  path.replace(/^\/images\//, `/images/${size}/`)

export const publicImageUrl = (value: string, publicUrl: string): string =>
  value.startsWith('/') ? publicUrl + value : value

/** The path of this store's own image that a URL or a stored value points to, in whatever spelling. */
export function ownImage(value: string, storeId: string, publicUrl: string) {
  const path = value.startsWith('/') ? value : pathHere(value, publicUrl)
  const [, store, hash, extension] = OWN_PATH.exec(path) ?? []
  return store === storeId && hash && extension
    ? { path: imagePath(store, hash, extension), hash }
    : undefined
}

/** Accepts http too: where only https is served, a proxy redirects. */
function pathHere(value: string, publicUrl: string): string {
  const url = URL.parse(value)
  const isHere = /^https?:$/.test(url?.protocol ?? '') && url?.host === new URL(publicUrl).host
  return isHere ? url.pathname : ''
}
