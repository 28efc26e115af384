import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { skipWithout } from '../../harness/services/services.ts'
import { steps } from '../help/browser/steps.ts'
import { accountSteps } from './later/account-steps.ts'
import { developerSteps } from './later/developer-steps.ts'
import { draftSteps } from './later/draft-steps.ts'
import { orderSteps } from './later/order-steps.ts'
import { productSteps } from './later/product-steps.ts'
import { type LaterSeller, type Step, startLaterSeller } from './later/seller.ts'
import { storeSteps } from './later/store-steps.ts'
import { teamSteps } from './later/team-steps.ts'

// What a seller does after the first day. All steps share one window; each starts on its own page.
describe('a seller later on', { skip: skipWithout.chromium }, () => {
  let seller: LaterSeller
  before(async () => {
    seller = await startLaterSeller()
  })
  after(() => seller?.[Symbol.asyncDispose]())

  const inOrder = steps()
  const step: Step = (claim, act) => inOrder(claim, () => act(seller))
  accountSteps(step)
  productSteps(step)
  draftSteps(step)
  teamSteps(step)
  orderSteps(step)
  developerSteps(step)
  storeSteps(step)

  step('met no dialog with a serious accessibility fault, and no browser error', async () => {
    assert.deepEqual(seller.faults, [])
    assert.deepEqual(seller.complaints(), [])
  })
})
