import { it, type TestContext } from 'node:test'

/** Tests that follow each other in one window: once one fails, those after it fail too, without a try. */
export function steps() {
  let broken = false
  return (claim: string, act: (t: TestContext) => unknown) =>
    it(claim, async (t) => {
      if (broken) throw new Error('An earlier step failed')
      broken = true
      await act(t)
      broken = false
    })
}
