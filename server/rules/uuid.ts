const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id in the form in which it is stored, or undefined for what cannot be an id. */
export const parseId = (text: string): string | undefined =>
  SHAPE.test(text) ? text.toLowerCase() : undefined
