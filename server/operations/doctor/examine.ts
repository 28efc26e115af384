import type { Config } from '../../config.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk, checkImages } from './check-disk.ts'
import { checkMail } from './check-mail.ts'
import { checkOpenFiles } from './check-open-files.ts'
import { checkRedis } from './check-redis.ts'
import { checkSettings } from './check-settings.ts'
import { type Finding, ok } from './finding.ts'

/**
 * Checks everything that the service relies on. It changes no row and no table. It makes the data folder, and removes
 * again what it writes there and among the pictures.
 */
export async function examine(config: Config): Promise<Finding[]> {
  const found = (
    await Promise.all([
      checkSettings(config),
      checkDatabase(config),
      checkRedis(config.redisUrl),
      checkMail(config),
      checkDisk(config),
      checkImages(config),
      checkCertificate(config),
      checkOpenFiles(),
    ])
  ).flat()
  const hasClock = found.some(({ subject }) => subject === 'clock')
  return hasClock ? found : [...found, ok('clock', 'no PostgreSQL or Redis to compare it with')]
}
