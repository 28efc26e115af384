/** What a store tells its customers beside its products, in the order of the links to it. */
export const POLICY_KINDS = ['about', 'shipping', 'returns', 'privacy', 'terms'] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]

/** What each is called: over its page, and where a link has little room. */
export const POLICY_WORDS: Readonly<Record<PolicyKind, { title: string; link: string }>> = {
  about: { title: 'About and contact', link: 'Contact' },
  shipping: { title: 'Shipping and delivery', link: 'Shipping' },
  returns: { title: 'Cancellation, returns and refunds', link: 'Returns and refunds' },
  privacy: { title: 'Privacy policy', link: 'Privacy' },
  terms: { title: 'Terms and conditions', link: 'Terms' },
}

/** Fits into the body of a request, whatever the letters. */
export const MOST_POLICY_CHARACTERS = 15_000

export const BUSINESS_LIMITS = { name: 120, address: 300 } as const

/** Stands in a suggested text where only the seller knows what to write. */
export const POLICY_BLANK = '____'
