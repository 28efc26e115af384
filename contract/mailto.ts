/** A link to write to this address alone: an unescaped one with `?bcc=` in it would bring further readers along. */
export const mailto = (address: string): string =>
  `mailto:${address.split('@').map(encodeURIComponent).join('@')}`
