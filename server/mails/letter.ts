/** The content of a mail, top to bottom, in plain text; it is escaped when it is shown. */
export interface LetterContent {
  /** The sender's name; absent for mails of the service itself. */
  storeName?: string
  /** The store's own name for its mails, in a letter to a customer. */
  senderName?: string
  /** The address for replies. */
  replyTo?: string
  heading: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** A plain link below the button. */
  link?: { label: string; url: string }
  /** A small table below the button. */
  rows?: readonly { label: string; value: string }[]
  /**
   * The order that the seller is told of: its number may be unknown when the letter is queued, and is added when it is
   * written.
   */
  order?: { store_id: string; id: string }
  /** Small print at the end, such as how long the link works. */
  afterword?: string
  /** Links below all else, for reading some other time. */
  footLinks?: readonly { label: string; url: string }[]
}

/** A mail that belongs to no order, to be put into the outbox. */
export interface Letter {
  /** Of letters with the same id only the first is sent; each letter without one is sent. */
  id?: string | undefined
  to: string
  subject: string
  /** Its subject matter in one or two words, for the log and the list at /dev/mail: `invitation`. */
  kind: string
  content: LetterContent
  /** Not sent once this store is deleted. */
  aboutStore?: string | undefined
  /** Not sent once this invitation of that store no longer exists. */
  invitation?: string
  /** How long the link in it works; the letter is not sent after that. */
  worksForMs?: number
}

/** A complete mail, ready to be sent. */
export interface Message {
  from: { name: string; address: string }
  to: string
  replyTo: string | undefined
  subject: string
  html: string
  text: string
  /** The same for every retry. Another one if a person asks for the mail again: mail programs may hide duplicates. */
  messageId: string
}

export const SERVICE_NAME = 'Haat'
