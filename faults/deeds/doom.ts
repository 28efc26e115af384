import { pino } from 'pino'
import { configOf } from '../../harness/app/config-of.ts'
import { openWorld } from '../../server/open-world.ts'

/** Opens the world from the environment, for a process that will kill itself. */
export function openDoomedWorld() {
  return openWorld(configOf(process.env), { log: pino({ level: 'silent' }) })
}

export const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  // The process must do nothing more before the signal arrives.
  for (;;);
}
