import { Refused } from '../actions/refused.ts'
import type { Config } from '../config.ts'
import { secretPath } from '../files/secret-file.ts'
import { openKnownVault, openVault } from '../open-parts.ts'
import { needsSecret, sealedSample } from '../storage/database/sealed-sample.ts'
import { findSecretMark, setSecretMark } from '../storage/database/secret-mark.ts'
import type { Queries } from '../storage/engine.ts'
import { secretMark, type Vault } from '../vault.ts'

/** Thrown for a wrong secret, under which no API key is valid and nothing sealed can be opened. */
export class UnfitSecret extends Refused {
  readonly says: string
  readonly fix: string

  constructor(says: string, fix: string) {
    super(`${says[0]!.toUpperCase()}${says.slice(1)}. ${fix}`)
    this.says = says
    this.fix = fix
  }
}

/**
 * Opens the vault with the secret that the data was written under; undefined where there is neither secret nor data.
 */
export async function fittingVault(config: Config, db: Queries): Promise<Vault | undefined> {
  let vault = openKnownVault(config)
  if (!vault) {
    if (!(await needsSecret(db))) return undefined
    vault = openKnownVault(config) // Another first start may have just made it.
  }
  if (!vault)
    throw new UnfitSecret(`${noSecretFor(config)}, but the data was written under one`, fixFor(config))
  if (!(await isFitting(vault, db))) throw new UnfitSecret(anotherThan(config), fixFor(config))
  return vault
}

/**
 * As `fittingVault`, but on a new database without a secret it makes one. With `leavesMark` it stores the secret's mark
 * in the database, by which a wrong secret is recognised.
 */
export async function openFittingVault(
  config: Config,
  db: Queries,
  { leavesMark }: { leavesMark: boolean },
): Promise<Vault> {
  const vault = (await fittingVault(config, db)) ?? openVault(config)
  const mark = secretMark(vault)
  if (leavesMark && (await findSecretMark(db)) !== mark) await setSecretMark(db, mark)
  return vault
}

/** For copying data, which is marked with the secret: makes no new secret. */
export async function requireVault(config: Config, db: Queries): Promise<Vault> {
  const vault = await fittingVault(config, db)
  if (!vault) throw new UnfitSecret(noSecretFor(config), fixFor(config))
  return vault
}

async function isFitting(vault: Vault, db: Queries): Promise<boolean> {
  const mark = await findSecretMark(db)
  if (mark !== undefined) return mark === secretMark(vault) || !(await needsSecret(db))
  const sealed = await sealedSample(db)
  try {
    if (sealed !== undefined) vault.open(sealed)
    return true
  } catch {
    return false
  }
}

const noSecretFor = (config: Config) => `there is no HAAT_SECRET and no file ${secretPath(config.dataDir)}`

const anotherThan = (config: Config) =>
  `${config.secret ? 'HAAT_SECRET' : secretPath(config.dataDir)} is not the secret that the data was written under: no API key would work and nothing sealed could be opened`

function fixFor(config: Config): string {
  const file = secretPath(config.dataDir)
  if (config.database.kind === 'postgres')
    return 'Set HAAT_SECRET to the one of the other instances, or of the backup that the data came from.'
  return config.secret
    ? `Set HAAT_SECRET to that one; if it was not set before, unset it and put the secret back as ${file}.`
    : `Put the copy that you keep of it back as ${file}, or set HAAT_SECRET to it.`
}
