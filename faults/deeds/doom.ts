import { pino } from 'pino'
import { configOf } from '../../harness/app/config-of.ts'
import { openWorld } from '../../server/open-world.ts'

/** For a process that is to kill itself: the world that its environment names. */
export function openDoomedWorld() {
  return openWorld(configOf(process.env), { log: pino({ level: 'silent' }) })
}

export const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  // The signal arrives before this loop is over.
  for (;;);
}
