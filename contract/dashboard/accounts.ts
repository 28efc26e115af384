import type { Role } from './route.ts'

export const PASSWORD_LEAST = 10
export const PASSWORD_MOST = 200

export interface Person {
  id: string
  name: string
  email: string
  second_factor: boolean
}

export interface Membership {
  store_id: string
  name: string
  slug: string
  role: Role
}

/** Who is signed in; `person` is null when nobody is. */
export interface Session {
  person: Person | null
  stores: Membership[]
  /** False: no mail can leave this service, so sign-up does not wait for one. */
  mails: boolean
}

/** `check_mail`: the rest follows from the link in the mail, whether or not the address was known. */
export interface SignUpAnswer {
  outcome: 'signed_in' | 'check_mail'
}

/** The secret in the two forms that authenticator apps take. It counts once a code has confirmed it. */
export interface SecondFactorStart {
  secret: string
  uri: string
}

/** Shown once; each stands in for one code. */
export interface RecoveryCodes {
  recovery_codes: string[]
}

export interface SessionLine {
  id: string
  created_at: string
  last_seen_at: string
  user_agent: string
  current: boolean
}

export interface Member {
  person_id: string
  name: string
  email: string
  role: Role
  since: string
  second_factor: boolean
  you: boolean
}

export interface Invitation {
  id: string
  email: string
  role: Role
  created_at: string
  expires_at: string
  invited_by: string
}

/** `link` is there where no mail can leave this service: the inviter then hands it over. */
export interface InvitationSent {
  id: string
  link: string | null
}

export interface Team {
  members: Member[]
  invitations: Invitation[]
}

export interface InvitationView {
  store_name: string
  role: Role
  email: string
  invited_by: string
  /** Whether the signed-in person is the one invited. */
  for_you: boolean
}

/** The app's pages that links in mails lead to; the token follows after a `#`, so that it stays out of every log. */
export const LINK_PAGES = {
  confirm: '/dashboard/confirm',
  reset: '/dashboard/reset',
  join: '/dashboard/join',
} as const
