import { setTimeout as sleep } from 'node:timers/promises'
import { SECRET } from '../../harness/app/config-of.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { startHaat } from '../load/servers.ts'
import type { Row } from '../results/report.ts'

const IDLE_MS = 30_000
const MOST_MB = 120

/** The memory of a server without requests, half a minute after its second start. */
export async function benchIdle(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const env = { DATA_DIR: folder.path, HAAT_SECRET: SECRET }
  await (await startHaat(env))[Symbol.asyncDispose]()
  await using server = await startHaat(env)
  await sleep(IDLE_MS)
  const value = Math.round(server.memory().resident)
  return [
    {
      what: 'Idle memory, SQLite',
      target: `at most ${MOST_MB} MB`,
      met: value <= MOST_MB,
      figures: `${value} MB resident after 30 s`,
      points: [{ chart: 'idle', group: 'Idle', series: 'SQLite', value }],
    },
  ]
}
