const MOST = 40

/** The store's part of its page's address: lower-case letters, digits and hyphens. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST)
    .replace(/^-+|-+$/g, '')
  return plain || 'store'
}

const SHAPE = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const slugProblem = (slug: string): string | undefined =>
  slug.length >= 3 && slug.length <= MOST && SHAPE.test(slug)
    ? undefined
    : 'Use 3 to 40 lower-case letters, digits and single hyphens'
