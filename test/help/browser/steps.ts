import { it, type TestContext } from 'node:test'

/** Tests that follow each other in one window. Once one fails, the later ones are skipped. */
export function steps() {
  let broken = false
  return (claim: string, act: (t: TestContext) => unknown) =>
    it(claim, async (t) => {
      if (broken) return t.skip('as an earlier step failed')
      broken = true
      await act(t)
      broken = false
    })
}
