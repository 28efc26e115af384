import { html, raw } from 'hono/html'
import { DARK, FONT, LIGHT, RADIUS, TEXT_SIZES } from '#contract/design.ts'
import { type LetterContent, SERVICE_NAME } from './letter.ts'

const { small, body, heading } = TEXT_SIZES
const text = `font:${body}px/1.5 ${FONT.replaceAll("'", '')}`
const quiet = `font:${small}px/1.5 ${FONT.replaceAll("'", '')};color:${LIGHT.quiet}`

/** Mail programs that follow the reader's dark setting take these; the others show the inline colours. */
const DARK_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${DARK.page}!important}
.card{background:${DARK.surface}!important;border-color:${DARK.line}!important}
.ink,.card td,.card h1{color:${DARK.ink}!important}
.quiet,.card td.quiet{color:${DARK.quiet}!important}
.line{border-color:${DARK.line}!important}
.button,.button a{background:${DARK.accent}!important;color:${DARK.onAccent}!important}
.plain{color:${DARK.accent}!important}
}`

/**
 * Uses tables and inline styles, since mail programs support little else, and no pictures, since these may be switched
 * off. The first paragraph is also the preview that mail programs show beside the subject.
 */
export async function mailHtml(content: LetterContent): Promise<string> {
  const sender = content.storeName ?? SERVICE_NAME
  return String(
    await html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.heading}</title>
<style>${raw(DARK_STYLE)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page}">
<div style="display:none;max-height:0;overflow:hidden">${content.paragraphs[0] ?? ''}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;word-break:break-word">
<tr><td class="ink" style="${text};font-weight:600;color:${LIGHT.ink};padding:0 4px 12px">${sender}</td></tr>
<tr><td class="card" style="background:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:${RADIUS}px;padding:28px 24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td><h1 style="margin:0 0 12px;font:600 ${heading}px/1.3 ${FONT.replaceAll("'", '')};color:${LIGHT.ink}">${content.heading}</h1></td></tr>
${content.paragraphs.map((line) => html`<tr><td style="${text};color:${LIGHT.ink};padding:0 0 12px">${line}</td></tr>`)}
${content.button ? button(content.button) : ''}
${content.link ? link(content.link) : ''}
${content.rows?.length ? table(content.rows) : ''}
</table>
</td></tr>
${content.afterword ? html`<tr><td class="quiet" style="${quiet};padding:16px 4px 0">${unbroken(content.afterword)}</td></tr>` : ''}
${content.footLinks?.length ? footLinks(content.footLinks) : ''}
</table>
</td></tr>
</table>
</body>
</html>
`,
  )
}

/** Keeps a phone number in one line. */
const unbroken = (text: string) => text.replace(/(?<=[\d)]) (?=[\d(])/g, '\u00a0')

type Link = NonNullable<LetterContent['button']>

const button = ({ label, url }: Link) => html`<tr><td style="padding:8px 0 12px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" align="center" style="background:${LIGHT.accent};border-radius:${RADIUS}px">
<a href="${url}" style="${text};display:inline-block;padding:12px 24px;font-weight:600;color:${LIGHT.onAccent};text-decoration:none;border-radius:${RADIUS}px">${label}</a>
</td></tr></table></td></tr>`

const link = ({ label, url }: Link) => html`<tr><td style="padding:0 0 4px">
<a class="plain" href="${url}" style="${text};color:${LIGHT.accent};display:inline-block;padding:8px 16px 8px 0">${label}</a></td></tr>`

/** Spaced apart, so that a thumb hits only one. */
const footLinks = (links: readonly Link[]) => html`<tr><td style="padding:8px 4px 0">
${links.map(({ label, url }) => html`<a class="plain" href="${url}" style="${quiet};color:${LIGHT.accent};display:inline-block;padding:6px 16px 6px 0">${label}</a> `)}</td></tr>`

/** An answer may be a verse to engrave. Not every mail program supports `white-space`. */
const inLines = (text: string) => text.split('\n').map((line, i) => (i === 0 ? line : html`<br>${line}`))

/** Fixed column widths: a long question must not squeeze an amount until it breaks. */
const table = (rows: NonNullable<LetterContent['rows']>) => html`<tr><td style="padding:8px 0 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;width:100%">
${rows.map(
  ({ label, value }) => html`<tr>
<td class="quiet line" width="34%" valign="top" style="${quiet};padding:8px 12px 8px 0;border-top:1px solid ${LIGHT.line}">${label}</td>
<td class="line" valign="top" style="${text};font-size:${small}px;color:${LIGHT.ink};padding:8px 0;border-top:1px solid ${LIGHT.line}">${inLines(value)}</td>
</tr>`,
)}
</table></td></tr>`
