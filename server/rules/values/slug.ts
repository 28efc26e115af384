import { ADDRESS_MOST, addressIn } from '#contract/store-address.ts'

const LEAST = 3
const SHAPE = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The store's part of its page's address, derived from any name and always accepted by the settings. */
export function slugOf(name: string): string {
  const address = addressIn(name)
  if (address === '') return 'store'
  return address.length < LEAST ? `${address}-store` : address
}

export const slugProblem = (slug: string): string | undefined =>
  slug.length >= LEAST && slug.length <= ADDRESS_MOST && SHAPE.test(slug)
    ? undefined
    : 'Use 3 to 40 lower-case letters, digits and single hyphens'
