import type { Config } from '../../config.ts'
import { openKnownVault } from '../../open-parts.ts'
import { ShortSecret } from '../../secret-file.ts'
import type { Queries } from '../../storage/engine.ts'
import { sealedSample } from '../../storage/sealed-sample.ts'
import { broken, type Finding, reasonOf, well } from './finding.ts'

const FIX =
  'Set HAAT_SECRET to the one that this data was written under; on SQLite it may be in DATA_DIR/secret.'

/** What is wrong with the secret before any data is looked at. */
export function brokenSecret(config: Config): Finding | undefined {
  try {
    openKnownVault(config)
    return undefined
  } catch (error) {
    if (error instanceof ShortSecret) return broken('secret', error.says, error.fix)
    return broken('secret', reasonOf(error), FIX)
  }
}

/** Under another secret no API key works and nothing sealed can be read. */
export async function checkSecret(config: Config, db: Queries): Promise<Finding> {
  const unfit = brokenSecret(config)
  if (unfit) return unfit
  const sealed = await sealedSample(db)
  if (sealed === undefined) return well('secret', 'nothing is sealed yet')
  try {
    openKnownVault(config)!.open(sealed)
    return well('secret', 'opens what is sealed in the database')
  } catch {
    return broken('secret', 'does not open what is sealed in the database', FIX)
  }
}
