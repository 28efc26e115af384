/** The dashboard's own refusals. Its endpoints also answer with those of the seller API. */
export const DASHBOARD_ERRORS = {
  signed_out: { status: 401, message: 'Sign in to continue' },
  wrong_sign_in: { status: 400, message: 'The e-mail address or the password is not right' },
  code_needed: { status: 400, message: 'Enter the code from your authenticator app' },
  wrong_code: { status: 400, message: 'The code is not right, or was used before' },
  password_needed: { status: 400, message: 'Enter the password that you chose when you signed up' },
  wrong_password: { status: 400, message: 'Your current password is not right' },
  link_over: { status: 400, message: 'This link has been used or has run out. Ask for a new one.' },
  address_taken: { status: 400, message: 'This e-mail address has an account already. Sign in instead.' },
  wrong_person: { status: 403, message: 'This invitation is for another e-mail address' },
  other_account: {
    status: 403,
    message: 'This link is for another account. Sign in to that one, then open it again.',
  },
  not_allowed: { status: 403, message: 'Your role in this store does not allow this' },
  cross_site: { status: 403, message: 'This request came from another site' },
  store_not_found: { status: 404, message: 'Store not found' },
  not_found: { status: 404, message: 'Not found' },
  changed_meanwhile: {
    status: 409,
    message: 'This was changed elsewhere while it was open here. See what is new, then save again.',
  },
  last_owner: { status: 400, message: 'A store needs an owner. Make somebody else an owner first.' },
  refused: { status: 400, message: '{sentence}' },
  too_often: { status: 429, message: 'Too many tries. Wait a little and try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type DashboardErrorCode = keyof typeof DASHBOARD_ERRORS

/** The body of every refusal under `/dashboard/api`. The seller API's refusals carry its own codes. */
export interface Refusal {
  error: string
  code: string
  request_id: string
  /** The sentence for each field that breaks a rule, where the refusal is about fields. */
  fields?: Record<string, string>
  retry_after?: number
}

export class DashboardError extends Error {
  readonly code: DashboardErrorCode
  readonly status: number
  readonly context: Pick<Refusal, 'fields' | 'retry_after'>

  constructor(
    code: DashboardErrorCode,
    context: Pick<Refusal, 'fields' | 'retry_after'> = {},
    sentence = '',
  ) {
    super(DASHBOARD_ERRORS[code].message.replace('{sentence}', () => sentence)) // A function: `$&` stays literal.
    this.code = code
    this.status = DASHBOARD_ERRORS[code].status
    this.context = context
  }
}

/** A refusal that is about one field of a form. */
export const wrongField = (field: string, sentence: string): DashboardError =>
  new DashboardError('refused', { fields: { [field]: sentence } }, sentence)

/** A refusal about several fields, each with its sentence. The first sentence also stands for the whole refusal. */
export function wrongFields(fields: Record<string, string>): DashboardError {
  const [first = ''] = Object.values(fields)
  return new DashboardError('refused', { fields }, first)
}
