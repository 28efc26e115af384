import type { Config } from '../../config.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk, checkImages } from './check-disk.ts'
import { checkMail } from './check-mail.ts'
import { checkOpenFiles } from './check-open-files.ts'
import { checkRedis } from './check-redis.ts'
import { checkSettings } from './check-settings.ts'
import { type Finding, well } from './finding.ts'

/** Looks at everything that the service relies on. No row and no table is changed; the data folder is made, and what is written there and among the pictures is removed. */
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
  return hasClock ? found : [...found, well('clock', 'no PostgreSQL or Redis to compare it with')]
}
