import { sameText } from '../rules/values/same-text.ts'
import type { Vault } from '../vault.ts'
import type { CallbackFields, Gateway, Report, StartedPayment } from './gateway.ts'

/** What the test gateway hands back, signed as a provider would sign it. */
type TestResult = Record<'reference' | 'amount_paise' | 'outcome' | 'signature', string>

/** The built-in gateway: no money moves, everything else is as with a real one. */
export class TestGateway implements Gateway {
  readonly name = 'test'
  readonly account = null
  readonly leastPaise = 1
  readonly askAfterMs = null
  readonly #vault: Vault
  readonly #newId: () => string

  constructor(vault: Vault, newId: () => string) {
    this.#vault = vault
    this.#newId = newId
  }

  async start() {
    return `test_${this.#newId()}`
  }

  /** What the provider does on its side when the customer pays or fails. */
  finish(reference: string, amountPaise: number, outcome: 'paid' | 'failed'): TestResult {
    const result = { reference, amount_paise: String(amountPaise), outcome }
    return { ...result, signature: this.#sign(result) }
  }

  isGenuine(payment: StartedPayment, fields: CallbackFields): boolean {
    const { reference = '', amount_paise = '', outcome = '', signature = '' } = fields
    return (
      reference === payment.reference && sameText(signature, this.#sign({ reference, amount_paise, outcome }))
    )
  }

  async verifyCallback(payment: StartedPayment, fields: CallbackFields): Promise<Report> {
    if (!this.isGenuine(payment, fields)) return this.ask()
    const { amount_paise, outcome } = fields
    return outcome === 'paid' ? { kind: 'captured', amountPaise: Number(amount_paise) } : { kind: 'failed' }
  }

  /** It keeps nothing: what its page did not hand back never happened. */
  async ask(): Promise<Report> {
    return { kind: 'untried' }
  }

  #sign({ reference, amount_paise, outcome }: Omit<TestResult, 'signature'>): string {
    return this.#vault.sign('test payment', `${reference}|${amount_paise}|${outcome}`)
  }
}
