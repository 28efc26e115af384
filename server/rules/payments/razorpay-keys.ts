const KEY_ID = /^rzp_(test|live)_\w{6,64}$/
const SECRET = /^[\x21-\x7e]{6,200}$/

const RULES = {
  keyId: [KEY_ID, 'The key id begins with rzp_test_ or rzp_live_'],
  keySecret: [SECRET, 'Enter the key secret as Razorpay showed it'],
  webhookSecret: [SECRET, 'Enter a webhook secret of 6 to 200 characters, without spaces'],
} as const

/** The first key that is malformed, and why. */
export function razorpayKeysProblem(keys: Record<keyof typeof RULES, string>) {
  for (const name of Object.keys(RULES) as (keyof typeof RULES)[]) {
    const [shape, sentence] = RULES[name]
    if (!shape.test(keys[name])) return { name, sentence }
  }
  return undefined
}

/** `rzp_test_…` moves no money, `rzp_live_…` does. */
export const modeOf = (keyId: string): string => /^rzp_(test|live)_/.exec(keyId)?.[1] ?? ''
