import { sameText } from '../rules/values/same-text.ts'
import type { Vault } from '../vault.ts'
import type { CallbackFields, Gateway, Report, StartedPayment } from './gateway.ts'

/** The result that the test gateway returns, signed as by a provider. */
type TestResult = Record<'reference' | 'amount_paise' | 'outcome' | 'signature', string>

/** The built-in test gateway: no money moves, all else works as with a real provider. */
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

  /** The provider's side: what happens when the customer pays or fails. */
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

  /** It stores nothing: a result that its page did not return never happened. */
  async ask(): Promise<Report> {
    return { kind: 'untried' }
  }

  #sign({ reference, amount_paise, outcome }: Omit<TestResult, 'signature'>): string {
    return this.#vault.sign('test payment', `${reference}|${amount_paise}|${outcome}`)
  }
}
