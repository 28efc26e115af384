/** The draft key of a product's form. */
export const productDraft = (product: string) => `product:${product}`
