import { URL_MAX } from '#contract/url.ts'
import { isLongerThan } from './characters.ts'

/** Whether a host follows the scheme. Where none does, URL takes the first name of the path for it. */
export const namesHost = (text: string): boolean => /^https?:\/\/[^/\\?#]/i.test(text)

/** Whether it is the whole address of something on the web, that can be handed to a browser as it is. */
export const isWebUrl = (text: string): boolean =>
  !isLongerThan(text, URL_MAX) && namesHost(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text)

export const isHttpsUrl = (text: string): boolean => /^https:/i.test(text) && isWebUrl(text)
