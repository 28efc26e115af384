const FEW = 5

export const stockLevel = (available: number): 'none' | 'few' | 'enough' =>
  available <= 0 ? 'none' : available <= FEW ? 'few' : 'enough'

/** What a customer is told about the available pieces. */
export function stockWords(available: number): string {
  if (available <= 0) return 'Out of stock'
  return available <= FEW ? `Only ${available} left` : 'In stock'
}
