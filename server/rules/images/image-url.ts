import { SIZES } from './picture-sizes.ts'

/**
 * An image of ours is kept as a path, `/images/{store}/{hash}.{extension}`, so that it survives a change of address;
 * any other value is a URL of somebody else's and is kept as it is.
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

/** The path of our own image that a URL or a kept value names, however it is spelled, where it is this store's. */
export function ownImage(value: string, storeId: string, publicUrl: string) {
  const path = value.startsWith('/') ? value : pathHere(value, publicUrl)
  const [, store, hash, extension] = OWN_PATH.exec(path) ?? []
  return store === storeId && hash && extension
    ? { path: imagePath(store, hash, extension), hash }
    : undefined
}

/** Of http too: where only https answers, a proxy leads the one to the other. */
function pathHere(value: string, publicUrl: string): string {
  const url = URL.parse(value)
  const isHere = /^https?:$/.test(url?.protocol ?? '') && url?.host === new URL(publicUrl).host
  return isHere ? url.pathname : ''
}
