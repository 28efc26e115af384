import type Mail from 'nodemailer/lib/mailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type SMTPPool from 'nodemailer/lib/smtp-pool'

/** The server answered at first, then fell silent or never completed an answer. */
const NO_END = 'it greets, but does not come to the end of its next answer'

/**
 * Connects and signs in as for sending a mail, then quits. Nodemailer's own `verify` waits while any data arrives and
 * cannot be aborted: a server that never completes an answer would keep the process alive.
 */
export async function trySignIn(mail: Mail, overdue: AbortSignal): Promise<void> {
  const { options } = mail.transporter as SMTPPool
  const connection = new SMTPConnection({ ...options, ...(await viaProxy(mail, overdue)) })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const settle = (error?: Error | null) => (error ? reject(error) : resolve())
  const leave = () => reject(connection.lastServerResponse ? new Error(NO_END) : overdue.reason)
  connection.on('error', reject).once('end', () => reject(new Error('Connection closed')))
  overdue.addEventListener('abort', leave)
  try {
    connection.connect((error) => {
      if (error || !options.auth || !(connection.allowsAuth || options.forceAuth)) return settle(error)
      connection.login({ ...options.auth, method: options.authMethod }, settle)
    })
    await promise
    connection.quit()
  } finally {
    overdue.removeEventListener('abort', leave)
    connection.close()
  }
}

/** A connection through the proxy, if the URL names one as `?proxy=`. A first mail moves `getSocket` to the pool. */
async function viaProxy(mail: Mail, overdue: AbortSignal): Promise<Mail.Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Mail.Connection>()
  const pool = mail.transporter as SMTPPool
  const getSocket: SMTPPool['getSocket'] = mail.getSocket || pool.getSocket
  const leave = () => reject(overdue.reason)
  overdue.addEventListener('abort', leave)
  getSocket(pool.options, (error, found) => {
    overdue.removeEventListener('abort', leave)
    if (error) reject(error)
    else if (!overdue.aborted) resolve(found || {})
    else if (found) found.connection?.destroy()
  })
  return await promise
}
