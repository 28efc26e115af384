import { setFlagsFromString } from 'node:v8'

/**
 * Lets the room for young objects grow with what is to be done; until now it was kept small, see begin-process.js. A
 * collection of them takes a third of a millisecond: calling other threads to it costs more than they do, most of all
 * where they have to wait for a core while everything stands still.
 */
export function letHeapGrow() {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--no-parallel-scavenge')
}
