import { setFlagsFromString } from 'node:v8'

/**
 * Lets the room for young objects, small until now (begin-process.js), grow with what is to be done. A collection of them takes a third of a millisecond:
 * calling other threads to it costs more than they do, most of all where they have to wait for a core while everything
 * stands still.
 */
export function haveStarted() {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--no-parallel-scavenge')
}
