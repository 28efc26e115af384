import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'hono/html'
import { isErased } from '#contract/erased-customer.ts'
import { refuse } from '#contract/errors.ts'
import { writeLetter, writeOrderMail } from '../actions/mails/write-mail.ts'
import { isLoopback } from '../rules/network/network.ts'
import { formatDate } from '../rules/values/format-date.ts'
import { findLetter, listLatestLetters } from '../storage/mails/letters.ts'
import type { MailRow } from '../storage/mails/mail-rows.ts'
import { findMail, listLatestMails } from '../storage/mails/mails.ts'
import { findOrder } from '../storage/orders/orders.ts'
import type { World } from '../world.ts'
import { addPage, requireStorable } from './pages/page-route.ts'
import type { PageAnswer } from './pages/send-page.ts'

const MOST_LISTED = 100

/** Headers that a proxy adds. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Shows the outbox to people at this machine while there is no mail server. Only for a service that nobody else can
 * reach (see `leadsHere`): a proxy on this machine that passes on neither host nor address looks like a local browser.
 */
export function addDevMail(server: FastifyInstance, world: World) {
  addPage(server, world, 'GET', '/dev/mail', async (request) => {
    onlyHere(request)
    return listPage(world)
  })
  addPage(server, world, 'GET', '/dev/mail/:about/:kind', async (request) => {
    onlyHere(request)
    return mailPage(request.url, await messageOf(world, request))
  })
  server.get('/dev/mail/:about/:kind/html', async (request, reply) => {
    onlyHere(request)
    requireStorable(request)
    const { html: text } = await messageOf(world, request)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .send(text)
  })
}

/** As strict as a mail program: nothing runs, nothing is fetched, and only our own page frames it. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

/** The host name is checked too, because a foreign site may point a name of its own at this machine (DNS rebinding). */
export function onlyHere({
  socket,
  headers,
  hostname,
}: Pick<FastifyRequest, 'socket' | 'headers' | 'hostname'>) {
  const direct = PROXY_HEADERS.every((name) => headers[name] === undefined)
  if (!direct || !isLoopback(socket.remoteAddress ?? '') || !isLoopback(hostname)) throw refuse('not_found')
}

/**
 * `about` is the id of a letter (a mail about anything but a change of an order), or the order's id for an order's
 * mail. An erased customer has no address to write to.
 */
async function messageOf(world: World, { params }: FastifyRequest) {
  const { about, kind } = params as { about: string; kind: string }
  const mail = await findMail(world.db, about, kind)
  const order = mail && (await findOrder(world.db, mail.store_id, mail.order_id))
  if (order && !isErased(order.customer_email)) return writeOrderMail(world, mail)
  const letter = await findLetter(world.db, about)
  if (!letter?.data) throw refuse('not_found')
  return writeLetter(world, letter)
}

async function listPage(world: World): Promise<PageAnswer> {
  const [mails, letters] = await Promise.all([
    listLatestMails(world.db, MOST_LISTED),
    listLatestLetters(world.db, MOST_LISTED),
  ])
  const listed = await Promise.all(mails.map((mail) => lineOf(world, mail)))
  const all = [
    ...listed,
    ...letters
      .filter(({ data }) => data)
      .map(({ id, kind, created_at, subject, recipient }) => ({
        about: id,
        kind,
        created_at,
        subject,
        to: recipient,
      })),
  ]
    .sort((a, b) => b.created_at - a.created_at)
    .slice(0, MOST_LISTED)
  return {
    title: 'Mails kept on this machine',
    body: html`<div class="message">
<h1>${all.length === 0 ? 'No mails yet' : 'Mails kept on this machine'}</h1>
<p class="quiet">SMTP_URL is not set, so nothing is sent. The latest ${MOST_LISTED} are shown here, and only here.</p>
<ul class="bill">${all.map(
      ({ about, kind, created_at, subject, to }) =>
        html`<li><a href="/dev/mail/${about}/${encodeURIComponent(kind)}">${subject}</a><br><span class="quiet small">To ${to}, <time>${formatDate(created_at)}</time></span></li>`,
    )}</ul>
</div>`,
  }
}

/** A mail that cannot be rendered is listed with its order's id. */
async function lineOf(world: World, mail: MailRow) {
  const { order_id: about, kind, created_at } = mail
  const { subject, to } = await writeOrderMail(world, mail).catch(() => ({
    subject: kind,
    to: `the customer of order ${about}`,
  }))
  return { about, kind, created_at, subject, to }
}

function mailPage(
  url: string,
  { from, to, replyTo, subject, text, messageId }: Awaited<ReturnType<typeof messageOf>>,
): PageAnswer {
  const headers = {
    From: `${from.name} <${from.address}>`,
    To: to,
    'Reply-To': replyTo,
    Subject: subject,
    'Message-ID': messageId,
  }
  return {
    title: subject,
    sources: { 'frame-src': "'self'" },
    body: html`<div class="mail-view">
<p><a href="/dev/mail">All mails</a></p>
<h1>${subject}</h1>
<dl class="bill">${Object.entries(headers).flatMap(([name, value]) =>
      value ? [html`<div><dt>${name}</dt><dd>${value}</dd></div>`] : [],
    )}</dl>
<h2>As a mail program shows it</h2>
<iframe class="mail" title="The mail" sandbox src="${url}/html"></iframe>
<h2>As plain text</h2>
<pre class="mail-text">${text}</pre>
</div>`,
  }
}
