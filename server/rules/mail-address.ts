const BARE = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/

/** One bare address and nothing that could begin another or a header. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && BARE.test(text)

/** A top-level domain that nobody can ever have (RFC 2606): the customers of trials live there and get no mail. */
export const MADE_UP_END = '.invalid'

export const isMadeUp = (address: string): boolean => address.endsWith(MADE_UP_END)

/** The address in `Name <address>`, or the whole where there is no name. */
export const bareAddress = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1]?.trim() ?? text.trim()

/** Text for a header: control characters and line ends have no place there. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
