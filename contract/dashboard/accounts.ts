import { answers, type Done, type Role, type Route } from './route.ts'

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
  /** In no particular order. Pages under these addresses redirect to the current one. */
  former_slugs: string[]
  logo: string | null
  role: Role
}

/** Who is signed in; `person` is null when nobody is. */
interface Session {
  person: Person | null
  stores: Membership[]
  /** False where the service has no mail server: sign-up then does not wait for a confirmation mail. */
  mails: boolean
}

/** `check_mail`: the mail says how to go on. The answer is the same whether or not the address has an account. */
interface SignUpAnswer {
  outcome: 'signed_in' | 'check_mail'
}

/** `check_mail`: the address changes when the link mailed to the new one is used, unless that one has an account. */
interface EmailChangeAnswer {
  outcome: 'changed' | 'check_mail'
}

/** The secret in the two forms that authenticator apps take. It takes effect once a code has confirmed it. */
export interface SecondFactorStart {
  secret: string
  uri: string
}

/** Shown only once. Each replaces a one-time code and can be used once. */
interface RecoveryCodes {
  recovery_codes: string[]
}

interface SessionLine {
  id: string
  last_seen_at: string
  user_agent: string
  current: boolean
}

/** The app's pages that links in mails lead to; the token follows after a `#`, so that it stays out of every log. */
export const LINK_PAGES = {
  confirm: '/dashboard/confirm',
  reset: '/dashboard/reset',
  join: '/dashboard/join',
  newAddress: '/dashboard/new-address',
} as const

export const linkTo = (publicUrl: string, page: keyof typeof LINK_PAGES, token: string): string =>
  `${publicUrl}${LINK_PAGES[page]}#${token}`

export const ACCOUNT_ROUTES = {
  session: { method: 'GET', path: '/session', access: 'anyone', answer: answers<Session>() },
  signUp: {
    method: 'POST',
    path: '/sign-up',
    access: 'anyone',
    body: { name: 'string', email: 'string', password: 'string' },
    answer: answers<SignUpAnswer>(),
  },
  confirmSignUp: {
    method: 'POST',
    path: '/sign-up/confirm',
    access: 'anyone',
    /** `password` is needed in a browser other than the one that signed up: the answer is then `password_needed`. */
    body: { token: 'string', password: 'string?' },
    answer: answers<Done>(),
  },
  signIn: {
    method: 'POST',
    path: '/sign-in',
    access: 'anyone',
    /** `code` is a one-time or a recovery code; without it the answer may be `code_needed`. */
    body: { email: 'string', password: 'string', code: 'string?' },
    answer: answers<Done>(),
  },
  signOut: { method: 'POST', path: '/sign-out', access: 'anyone', body: {}, answer: answers<Done>() },
  signOutEverywhere: {
    method: 'POST',
    path: '/sign-out-everywhere',
    access: 'person',
    body: {},
    answer: answers<Done>(),
  },
  askReset: {
    method: 'POST',
    path: '/password/reset',
    access: 'anyone',
    body: { email: 'string' },
    answer: answers<Done>(),
  },
  resetPassword: {
    method: 'POST',
    path: '/password/reset/finish',
    access: 'anyone',
    body: { token: 'string', password: 'string' },
    answer: answers<Done>(),
  },
  changePassword: {
    method: 'POST',
    path: '/password/change',
    access: 'person',
    body: { current_password: 'string', password: 'string' },
    answer: answers<Done>(),
  },
  askEmailChange: {
    method: 'POST',
    path: '/email',
    access: 'person',
    /** `code` is needed where the account has a second factor, as for signing in. */
    body: { email: 'string', current_password: 'string', code: 'string?' },
    answer: answers<EmailChangeAnswer>(),
  },
  confirmEmailChange: {
    method: 'POST',
    path: '/email/confirm',
    access: 'person',
    body: { token: 'string' },
    answer: answers<Done>(),
  },
  changeName: {
    method: 'PUT',
    path: '/person',
    access: 'person',
    body: { name: 'string' },
    answer: answers<Done>(),
  },
  listSessions: {
    method: 'GET',
    path: '/sessions',
    access: 'person',
    answer: answers<{ sessions: SessionLine[] }>(),
  },
  endSession: {
    method: 'DELETE',
    path: '/sessions/:session',
    access: 'person',
    answer: answers<Done>(),
  },
  startSecondFactor: {
    method: 'POST',
    path: '/second-factor',
    access: 'person',
    body: { current_password: 'string' },
    answer: answers<SecondFactorStart>(),
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/second-factor/confirm',
    access: 'person',
    body: { code: 'string' },
    answer: answers<RecoveryCodes>(),
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/second-factor/remove',
    access: 'person',
    body: { current_password: 'string', code: 'string' },
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>
