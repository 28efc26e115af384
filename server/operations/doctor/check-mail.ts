import type { Config } from '../../config.ts'
import { bareAddress } from '../../rules/mails/mail-address.ts'
import { leadsHere } from '../../rules/network/network.ts'
import { certificateFix } from '../certificate-fix.ts'
import { broken, endedInTime, type Finding, ok, reasonOf, warning } from './finding.ts'

/** OpenSSL's message for an answer that is not encrypted. */
const NO_TLS = 'wrong version number'
const USE_SMTP =
  'Use smtp:// for this port, which encrypts as soon as the mail server offers it; smtps:// is for one that begins with TLS, most often 465.'
/** nodemailer's message for a server that does not encrypt although it must. */
const NO_STARTTLS = 'upgrading connection with STARTTLS'
const ENCRYPT =
  'The mail server does not encrypt on this port, so it was not sent the password. Use its port for STARTTLS, most often 587, or smtps:// and 465; or add ?requireTLS=false to SMTP_URL if nobody can intercept the traffic to it.'
const SEE = 'Check that SMTP_URL names the address, port, user and password of the mail server.'

/** Part of the error of mails/try-sign-in.ts. */
const NO_END = 'the end of its next answer'
const SEE_LOG =
  'See in the log of the mail server what it waits for, and that SMTP_URL names its address and port.'

/** For silence, since a server that begins with TLS waits for us to begin. */
const NO_ANSWER = 'no answer within'
const SEE_PORT =
  'Check that SMTP_URL names the address and port of the mail server. A port that begins with TLS, most often 465, needs smtps://.'

const FIXES = [
  [NO_ANSWER, SEE_PORT],
  [NO_END, SEE_LOG],
  [NO_TLS, USE_SMTP],
  [NO_STARTTLS, ENCRYPT],
] as const

/** Connects and signs in as for a mail, and sends none. */
export async function checkMail(
  { smtpUrl, mailFrom, publicUrl }: Config,
  withinMs?: number,
): Promise<Finding> {
  if (!smtpUrl)
    return warning(
      'smtp',
      leadsHere(publicUrl)
        ? 'no mails are sent: they are kept for a week and shown at /dev/mail'
        : 'no mails are sent: they are kept for a week. Until mails are sent, anybody can sign up with any address',
      'Set SMTP_URL.',
    )
  try {
    const { Smtp } = await import('../../mails/smtp.ts')
    using smtp = new Smtp(smtpUrl, { connections: 1 })
    await endedInTime((overdue) => smtp.check(overdue), withinMs)
  } catch (error) {
    const says = reasonOf(error)
    const [, fix] = FIXES.find(([words]) => says.includes(words)) ?? []
    return broken('smtp', says, fix ?? certificateFix(says, 'SMTP_URL') ?? SEE)
  }
  return bareAddress(mailFrom).endsWith('@localhost')
    ? warning(
        'smtp',
        'the mail server answers, but MAIL_FROM is on localhost',
        'Set MAIL_FROM to your address.',
      )
    : ok('smtp', 'the mail server answers and lets us in')
}
