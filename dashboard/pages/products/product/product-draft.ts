/** Under which name the form of a product keeps what was changed in it. */
export const productDraft = (product: string) => `product:${product}`
