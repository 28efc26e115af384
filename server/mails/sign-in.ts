import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type SMTPPool from 'nodemailer/lib/smtp-pool'

/** The server answered at first, then fell silent or never completed an answer. */
const NO_END = 'it greets, but does not come to the end of its next answer'

/**
 * Connects and signs in as for sending a mail, then quits. Nodemailer's own `verify` waits while any data arrives and
 * cannot be aborted: a server that never completes an answer would keep the process alive.
 */
export async function signIn(options: SMTPPool['options'], overdue: AbortSignal): Promise<void> {
  const connection = new SMTPConnection(options)
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
