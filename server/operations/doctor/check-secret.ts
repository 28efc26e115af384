import type { Config } from '../../config.ts'
import { openKnownVault } from '../../open-parts.ts'
import type { Queries } from '../../storage/engine.ts'
import { sealedSample } from '../../storage/sealed-sample.ts'
import { broken, type Finding, well } from './finding.ts'

const FIX =
  'Set HAAT_SECRET to the one that this data was written under; on SQLite it may be in DATA_DIR/secret.'

/** Under another secret no API key works and nothing sealed can be read. */
export async function checkSecret(config: Config, db: Queries): Promise<Finding> {
  const sealed = await sealedSample(db)
  if (sealed === undefined) return well('secret', 'nothing is sealed yet')
  try {
    openKnownVault(config)!.open(sealed)
    return well('secret', 'opens what is sealed in the database')
  } catch {
    return broken('secret', 'does not open what is sealed in the database', FIX)
  }
}
