import { findOffenders, INVARIANTS, type Offenders } from '../storage/invariants.ts'
import type { World } from '../world.ts'
import { imageFilesBroken, imageFilesUnknown } from './images/verify-images.ts'

export interface Verdict extends Offenders {
  name: string
  claim: string
}

/**
 * Checks all invariants of the data, one after the other, and changes nothing. `deep` reads every picture and compares
 * its content with its name.
 */
export async function* verify(
  world: Pick<World, 'db' | 'images' | 'now'>,
  { now = world.now(), deep = false }: { now?: number; deep?: boolean } = {},
): AsyncGenerator<Verdict> {
  for (const invariant of INVARIANTS) {
    const { name, claim } = invariant
    await using unhurried = await world.db.snapshot()
    yield { name, claim, ...(await findOffenders(unhurried, invariant, { now })) }
  }
  yield {
    name: 'pictures',
    claim: 'every image that is shown is in the image store, undamaged',
    ...(await imageFilesBroken(world, deep)),
  }
  yield {
    name: 'files',
    claim: 'every file in the image store is known to the database',
    ...(await imageFilesUnknown(world, now)),
  }
}
