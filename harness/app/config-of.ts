import { readConfig } from '../../server/config.ts'

export const SECRET = 'a secret for tests that is long enough'

/** The configuration of a service that listens on a free port and says nothing, unless these settings say otherwise. */
export function configOf(settings: NodeJS.ProcessEnv) {
  const read = readConfig({ PORT: '0', HAAT_SECRET: SECRET, LOG_LEVEL: 'silent', ...settings })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.config
}
