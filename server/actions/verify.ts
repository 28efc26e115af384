import { findOffenders, INVARIANTS, type Offenders } from '../storage/invariants.ts'
import type { World } from '../world.ts'
import { imageFilesMissing, imageFilesUnknown } from './verify-images.ts'

export interface Verdict extends Offenders {
  name: string
  claim: string
}

/** Looks whether all that should be true of the data is true, one invariant after the other. It changes nothing. */
export async function* verify(
  world: Pick<World, 'db' | 'images' | 'now'>,
  now = world.now(),
): AsyncGenerator<Verdict> {
  for (const invariant of INVARIANTS) {
    const { name, claim } = invariant
    yield { name, claim, ...(await findOffenders(world.db, invariant, { now })) }
  }
  yield {
    name: 'pictures',
    claim: 'every image that is shown is in the image store',
    ...(await imageFilesMissing(world)),
  }
  yield {
    name: 'files',
    claim: 'every file in the image store is an image that we know',
    ...(await imageFilesUnknown(world, now)),
  }
}
