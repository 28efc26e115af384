/** Text in which others had a say, for a terminal: without the characters that would command it. */
export const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, '\ufffd')
