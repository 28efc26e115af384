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
  /** When it was sent before it was sent again: times with a space behind each. */
  sent_before: string
  /** What it says that the order does not, as JSON. */
  about: string | null
}

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
  /** The store without which it is of no use. */
  about_store: string | null
  /** When what it leads to ends. */
  expires_at: number | null
  /** The invitation of that store to which it leads. */
  invitation_id: string | null
}
