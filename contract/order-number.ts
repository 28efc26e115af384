/** An order's number where it stands without the words "order number". */
export const numberText = (number: number): string => `#${number}`
