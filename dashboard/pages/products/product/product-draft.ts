/** Under which name the form of a product keeps what was changed in it. */
export const editing = (product: string) => `product:${product}`
