import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'hono/html'
import type { ApiError } from '#contract/errors.ts'
import { isOfApi } from '#contract/operations.ts'
import { storePath } from '../../rules/stores/customer-paths.ts'
import { writeRetryAfter } from '../errors.ts'
import { type PageAnswer, sendPage } from './send-page.ts'

/** A browser that opens a page, as opposed to a program that calls the API. */
export const wantsPage = ({ headers, url }: FastifyRequest): boolean =>
  !isOfApi(url) && /\btext\/html\b/.test(headers.accept ?? '')

const WORDS: Record<number, { title: string; line: string }> = {
  404: {
    title: 'This page is not here',
    line: 'The address may be mistyped, or what it showed is no longer offered.',
  },
  413: {
    title: 'That was too large to send',
    line: 'Go back and choose smaller pictures: each may have up to 5 MB.',
  },
  429: {
    title: 'One moment, please',
    line: 'There were many tries from your network. Wait a minute, go back, and send it again: nothing you typed is lost.',
  },
  503: {
    title: 'We will be back in a moment',
    line: 'The shop cannot answer just now. Nothing was changed. Load this page again in a minute.',
  },
}

/** For a page that was only opened; one that was sent would be sent again. */
const LATER = 'The shop cannot answer just now. This page looks again by itself.'
const LOOK_AGAIN_SECONDS = 10

const OTHER_REFUSAL = {
  title: 'That did not work',
  line: 'What arrived could not be read. Go back and send it again.',
}

const FAILURE = {
  title: 'Something went wrong on our side',
  line: 'Nothing was changed by this visit. Load the page again; if it happens twice, tell the shop this number:',
}

/** `missing` explains what a page that was not found may have been. */
export function sendRefusalPage(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: ApiError,
  {
    store,
    headers = {},
    missing,
  }: Pick<PageAnswer, 'store' | 'headers'> & { missing?: string | undefined } = {},
) {
  const { status } = refusal
  const failed = status === 500
  const { title, line } = failed ? FAILURE : (WORDS[status] ?? OTHER_REFUSAL)
  const looksAgain = status === 503 && request.method === 'GET'
  const said = looksAgain ? LATER : status === 404 && missing ? missing : line
  writeRetryAfter(reply, refusal)
  return sendPage(request, reply, {
    status,
    title,
    store,
    headers,
    ...(looksAgain && {
      sources: { 'connect-src': "'self'" },
      head: html`<noscript><meta http-equiv="refresh" content="${LOOK_AGAIN_SECONDS}"></noscript>\n`,
    }),
    body: html`<div class="message"${looksAgain ? html` data-look-again="${LOOK_AGAIN_SECONDS}"` : ''}><h1>${title}</h1><p>${said}</p>
${looksAgain ? html`<p><a class="button" href="">Look again now</a></p>` : ''}
${failed ? html`<p><code>${request.id}</code></p>` : ''}
${store ? html`<p><a class="button" href="${storePath(store.slug)}">See all products</a></p>` : ''}</div>`,
  })
}
