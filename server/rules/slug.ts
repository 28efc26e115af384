import { ADDRESS_MOST, addressIn } from '#contract/store-address.ts'

/** The store's part of its page's address, whatever its name. */
export const slugOf = (name: string): string => addressIn(name) || 'store'

const SHAPE = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const slugProblem = (slug: string): string | undefined =>
  slug.length >= 3 && slug.length <= ADDRESS_MOST && SHAPE.test(slug)
    ? undefined
    : 'Use 3 to 40 lower-case letters, digits and single hyphens'
