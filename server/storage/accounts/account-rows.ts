import type { AuditAction } from '#contract/dashboard/audit.ts'
import type { Role } from '#contract/dashboard/route.ts'

export interface PersonRow {
  id: string
  /** In lower case. */
  email: string
  name: string
  password_hash: string
  created_at: number
  /** Sealed; required at sign-in from `totp_confirmed_at` on. */
  totp_secret: string | null
  totp_confirmed_at: number | null
  /** The step of the last code used: no code of it or of an earlier one is accepted again. */
  totp_last_step: number
  code_failures: number
  codes_blocked_until: number
}

export interface SessionRow {
  id: string
  token_hash: string
  person_id: string
  created_at: number
  last_seen_at: number
  expires_at: number
  user_agent: string
}

export interface MailLinkRow {
  token_hash: string
  /** `none` opens nothing: no mail was sent, or its link was closed. `invitation` and `order` only count a mail. */
  purpose: 'sign_up' | 'reset' | 'email' | 'none' | 'invitation' | 'order'
  address_hash: string
  person_id: string | null
  data: string
  created_at: number
  expires_at: number
}

export interface MemberRow {
  store_id: string
  person_id: string
  role: Role
  since: number
}

export interface InvitationRow {
  store_id: string
  id: string
  token_hash: string
  email: string
  role: Role
  invited_by: string
  /** The person's id; empty for the operator; null if unknown. */
  inviter_id: string | null
  created_at: number
  expires_at: number
}

export interface AuditRow {
  store_id: string
  id: string
  at: number
  actor: string
  actor_email: string
  action: AuditAction
  subject: string
  detail: string
}
