/** Makes text from others safe for a terminal: without control characters. */
export const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, '\ufffd')
