/** What a mail says, top to bottom, in plain text; it is escaped where it is shown. */
export interface LetterContent {
  /** The sender's name; the service's own where there is no store. */
  storeName?: string
  /** What the store calls itself to customers, in a letter to one. */
  senderName?: string
  /** Who reads the answer to it. */
  replyTo?: string
  heading: string
  paragraphs: readonly string[]
  button?: { label: string; url: string }
  /** A plain link below the button. */
  link?: { label: string; url: string }
  /** A small table below the button. */
  rows?: readonly { label: string; value: string }[]
  /** The order that it tells the seller of: its number is known, and added, when the letter is written. */
  order?: { store_id: string; id: string }
  /** Small print at the end, such as how long the link works. */
  afterword?: string
  /** Below all else: what may be read some time. */
  footLinks?: readonly { label: string; url: string }[]
}

/** A mail that belongs to no order, to be put into the outbox. */
export interface Letter {
  /** Of those with one id the first alone is sent; without one it is a letter of its own. */
  id?: string | undefined
  to: string
  subject: string
  /** What it is about, in one or two words, for the log and the list at /dev/mail: `invitation`. */
  kind: string
  content: LetterContent
  /** Not sent once this store is deleted. */
  aboutStore?: string | undefined
  /** Not sent once this invitation of that store stands no more. */
  invitation?: string
  /** How long the link in it works; not sent after that. */
  worksForMs?: number
}

/** A mail ready to be handed to whoever sends it. */
export interface Message {
  from: { name: string; address: string }
  to: string
  replyTo: string | undefined
  subject: string
  html: string
  text: string
  /** The same whenever a try is repeated; another one where somebody asks for the mail once more, or it might not show. */
  messageId: string
}

export const SERVICE_NAME = 'Haat'
