import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../vault.ts'
import type { Gateway, Report } from './gateway.ts'

/** What the test gateway hands back, signed as a provider would sign it. */
export interface TestResult {
  reference: string
  amount_paise: string
  outcome: 'paid' | 'failed'
  signature: string
}

/** The built-in gateway: no money moves, everything else is as with a real one. */
export class TestGateway implements Gateway {
  readonly name = 'test'
  readonly #vault: Vault
  readonly #newId: () => string

  constructor(vault: Vault, newId: () => string) {
    this.#vault = vault
    this.#newId = newId
  }

  async start() {
    return { reference: `test_${this.#newId()}` }
  }

  /** What the provider does on its side when the customer pays or fails. */
  finish(reference: string, amountPaise: number, outcome: TestResult['outcome']): TestResult {
    const result = { reference, amount_paise: String(amountPaise), outcome }
    return { ...result, signature: this.#sign(result) }
  }

  verify(result: TestResult): Report {
    const expected = Buffer.from(this.#sign(result))
    const given = Buffer.from(result.signature)
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
      return { kind: 'not_genuine', reason: 'The signature does not match' }
    }
    return result.outcome === 'paid'
      ? { kind: 'captured', reference: result.reference, amountPaise: Number(result.amount_paise) }
      : { kind: 'failed', reference: result.reference }
  }

  #sign({ reference, amount_paise, outcome }: Omit<TestResult, 'signature'>): string {
    return this.#vault.sign('test payment', `${reference}|${amount_paise}|${outcome}`)
  }
}
