/** A mail about an order, to its customer. */
export interface MailRow {
  store_id: string
  order_id: string
  kind: string
  status: 'pending' | 'sent' | 'failed'
  attempts: number
  due_at: number
  created_at: number
  last_error: string | null
  sent_at: number | null
  /** Former sendings of a mail that was sent again: times with a space behind each. */
  sent_before: string
  /** What the mail says beyond the order's own columns, as JSON. */
  about: string | null
}

/** A letter is any other mail: a link to sign up or reset, an invitation, a notice to an owner or a customer. */
export interface LetterRow {
  id: string
  recipient: string
  kind: string
  subject: string
  /** What the mail says, as JSON, sealed; empty once it was sent. */
  data: string
  status: 'pending' | 'sent' | 'failed'
  attempts: number
  due_at: number
  created_at: number
  last_error: string | null
  sent_at: number | null
  /** The store that it is about: without it the letter is of no use. */
  about_store: string | null
  /** When the link in it expires. */
  expires_at: number | null
  /** The invitation of that store that its link opens. */
  invitation_id: string | null
}
