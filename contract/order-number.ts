/** An order's number as shown without the words "order number" before it. */
export const numberText = (number: number): string => `#${number}`
