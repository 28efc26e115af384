import { URL_MAX } from '#contract/url.ts'
import { isLongerThan } from './characters.ts'

/** Whether a host follows the scheme. If none does, URL takes the first part of the path as the host. */
export const namesHost = (text: string): boolean => /^https?:\/\/[^/\\?#]/i.test(text)

/** Whether the text is a complete web address that a browser can open unchanged. */
export const isWebUrl = (text: string): boolean =>
  !isLongerThan(text, URL_MAX) && namesHost(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text)

export const isHttpsUrl = (text: string): boolean => /^https:/i.test(text) && isWebUrl(text)
