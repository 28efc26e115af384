import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { keptSecret, secretFile } from './files/secret-file.ts'
import { DiskStore } from './images/disk-store.ts'
import type { ImageStore } from './images/image-store.ts'
import type { Engine } from './storage/engine.ts'
import { SqliteEngine } from './storage/sqlite/engine.ts'
import { makeVault, type Vault } from './vault.ts'

// PostgreSQL and S3 are imported only if the settings ask for them, so that the default starts sooner and stays small.

/** Opens the database without migrating it. */
export async function openEngine(database: Config['database'], log?: Logger): Promise<Engine> {
  if (database.kind === 'sqlite') return new SqliteEngine(database.path, log)
  const { PostgresEngine } = await import('./storage/postgres/engine.ts')
  return new PostgresEngine(database.url, { log })
}

export async function openImageStore({ imageStore }: Config): Promise<ImageStore> {
  if (imageStore.kind === 'disk') return new DiskStore(imageStore.folder)
  const { S3Store } = await import('./images/s3-store.ts')
  return new S3Store(imageStore.settings)
}

export const openVault = (config: Config): Vault => makeVault(config.secret ?? keptSecret(config.dataDir))

/** Undefined if there is no secret yet, where `openVault` would make one. */
export const openKnownVault = (config: Config): Vault | undefined =>
  config.secret || secretFile(config.dataDir) ? openVault(config) : undefined
