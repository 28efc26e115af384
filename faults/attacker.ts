import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, 'hostile.ts')
/** None that the service trusts, so that its connections are counted. */
export const ATTACKER = '127.0.0.2'
const ATTACKER_IN_HEX = '0200007F'
const NO_PROCESS = '0'

export interface Target {
  pid: number
  port: number
  isTls: boolean
  /** Of a page that is there. */
  path: string
  apiKey: string
}

export function startAttacker() {
  const child = fork(PROGRAM)
  return {
    /** How many connections that were. */
    async assail(target: Target): Promise<number> {
      child.send(target)
      const [count] = await once(child, 'message')
      return count
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

interface Held {
  /** Of the attacker, whatever it thinks of them itself. */
  connections: number
  files: number
}

/** What the server holds at this moment, as the system knows it. */
export function heldBy({ pid, port }: Target): Held {
  const ends = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const connections = ends.filter((end) => {
    const [, local = '', remote = '', , , , , , , inode] = end.trim().split(/\s+/)
    const isOurs = Number.parseInt(local.split(':')[1] ?? '', 16) === port
    return isOurs && remote.startsWith(ATTACKER_IN_HEX) && inode !== NO_PROCESS
  }).length
  return { connections, files: readdirSync(`/proc/${pid}/fd`).filter((fd) => isFile(pid, fd)).length }
}

function isFile(pid: number, descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`).startsWith('/')
  } catch {
    return false // Closed meanwhile.
  }
}
