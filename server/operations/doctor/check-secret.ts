import type { Config } from '../../config.ts'
import { UnusableSecret } from '../../files/secret-file.ts'
import { openKnownVault } from '../../open-parts.ts'
import type { Queries } from '../../storage/engine.ts'
import { fittingVault, UnfitSecret } from '../fitting-vault.ts'
import { broken, type Finding, ok, reasonOf } from './finding.ts'

const FIX =
  'Set HAAT_SECRET to the one that this data was written under; on SQLite it may be in DATA_DIR/secret.'

/** A problem with the secret itself, found without looking at any data. */
export function brokenSecret(config: Config): Finding | undefined {
  try {
    openKnownVault(config)
    return undefined
  } catch (error) {
    if (error instanceof UnusableSecret) return broken('secret', error.says, error.fix)
    return broken('secret', reasonOf(error), FIX)
  }
}

/**
 * Checks that the data was written under this secret: under another no API key works and nothing sealed can be opened.
 */
export async function checkSecret(config: Config, db: Queries): Promise<Finding> {
  const unfit = brokenSecret(config)
  if (unfit) return unfit
  try {
    const vault = await fittingVault(config, db)
    return ok('secret', vault ? 'matches the data' : 'there is none yet; the first start makes it')
  } catch (error) {
    if (error instanceof UnfitSecret) return broken('secret', error.says, error.fix)
    throw error
  }
}
