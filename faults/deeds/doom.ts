import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { openWorld } from '../../server/open-world.ts'

/** For a process that is to kill itself: the world that its environment names. */
export function openDoomedWorld() {
  const read = readConfig(process.env)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return openWorld(read.config, { log: pino({ level: 'silent' }) })
}

export const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  // The signal arrives before this loop is over.
  for (;;);
}
