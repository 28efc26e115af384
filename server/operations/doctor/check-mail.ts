import type { Config } from '../../config.ts'
import { bareAddress } from '../../rules/mails/mail-address.ts'
import { isLoopback } from '../../rules/network/network.ts'
import { answered, broken, doubtful, type Finding, reasonOf, well } from './finding.ts'

/** Connects and signs in as for a mail, and sends none. */
export async function checkMail({ smtpUrl, mailFrom, publicUrl }: Config): Promise<Finding> {
  if (!smtpUrl)
    return doubtful(
      'smtp',
      isLoopback(new URL(publicUrl).hostname)
        ? 'no mails leave: they are kept for a week and shown at /dev/mail'
        : 'no mails leave: they are kept for a week, and shown at /dev/mail to this machine alone, never through a proxy. Until mails leave, anybody can sign up under any address',
      'Set SMTP_URL.',
    )
  try {
    const { Smtp } = await import('../../workers/smtp.ts')
    using smtp = new Smtp(smtpUrl)
    await answered(smtp.check())
  } catch (error) {
    return broken(
      'smtp',
      reasonOf(error),
      'See that SMTP_URL names the address, port, user and password of the mail server.',
    )
  }
  return bareAddress(mailFrom).endsWith('@localhost')
    ? doubtful(
        'smtp',
        'the mail server answers, but MAIL_FROM is on localhost',
        'Set MAIL_FROM to your address.',
      )
    : well('smtp', 'the mail server answers and lets us in')
}
