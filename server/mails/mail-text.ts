import { type LetterContent, SERVICE_NAME } from './letter.ts'

/** The same in plain text, for readers without HTML. */
export function mailText({
  storeName,
  heading,
  paragraphs,
  button,
  link,
  rows,
  afterword,
  footLinks,
}: LetterContent): string {
  const parts = [
    heading,
    ...paragraphs,
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    ...(rows?.length ? [rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(afterword ? [afterword] : []),
    ...(footLinks?.length ? [footLinks.map(({ label, url }) => `${label}: ${url}`).join('\n')] : []),
    storeName ?? SERVICE_NAME,
  ]
  return `${parts.join('\n\n')}\n`
}
