import { setFlagsFromString } from 'node:v8'

/**
 * While the program is being read V8 would make room for 16 MB of young objects, and a server that nobody calls would
 * keep it resident. Collecting everything after the start gives it back too, but reads were then an eighth dearer for good.
 */
export const startSmall = () => setFlagsFromString('--semi-space-growth-factor=1')

/**
 * Lets the room for young objects grow with what is to be done. A collection of them takes a third of a millisecond:
 * calling other threads to it costs more than they do, most of all where they have to wait for a core while everything
 * stands still.
 */
export function haveStarted() {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--no-parallel-scavenge')
}
