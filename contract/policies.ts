/** The texts that a store publishes beside its products, in the order of the links to them. */
export const POLICY_KINDS = ['about', 'shipping', 'returns', 'privacy', 'terms'] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]

/** Their names: as the title of the page, and shorter for a link. */
export const POLICY_WORDS: Readonly<Record<PolicyKind, { title: string; link: string }>> = {
  about: { title: 'About and contact', link: 'Contact' },
  shipping: { title: 'Shipping and delivery', link: 'Shipping' },
  returns: { title: 'Cancellation, returns and refunds', link: 'Returns and refunds' },
  privacy: { title: 'Privacy policy', link: 'Privacy' },
  terms: { title: 'Terms and conditions', link: 'Terms' },
}

/** Fits into a request body in any script, however many bytes its characters take. */
export const MOST_POLICY_CHARACTERS = 15_000

export const BUSINESS_LIMITS = { name: 120, address: 300 } as const

/** Marks a place in a suggested text that the seller has to fill in. */
export const POLICY_BLANK = '____'
