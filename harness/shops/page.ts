import type { TestApp } from '../app/app.ts'
import { type Sent, send } from '../app/send.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

export interface PageAnswer {
  status: number
  html: string
  /** The visible text: without tags, with single spaces. */
  text: string
  headers: Headers
}

/** Opens a page as a browser would, without following redirects. */
export async function openPage(app: TestApp, path: string, sent: Sent = {}): Promise<PageAnswer> {
  const {
    status,
    headers,
    text: html,
  } = await send(app.url + path, {
    ...sent,
    headers: { ...BROWSER, ...sent.headers },
  })
  return { status, html, text: textOf(html), headers }
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const textOf = (html: string): string =>
  html
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+/g, ' ')
    .trim()

/** The hidden fields of the form that has a button with this text. */
export function formOf(page: string, button: string): Record<string, string> {
  const form = page.split('<form').find((part) => part.includes(`>${button}</button>`)) ?? ''
  return Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
}
