import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, 'hostile.ts')
/** An address that the service does not trust as a proxy, so that limits on connections apply to it. */
export const ATTACKER = '127.0.0.2'
const ATTACKER_IN_HEX = '0200007F'
const NO_PROCESS = '0'

export interface Target {
  pid: number
  port: number
  isTls: boolean
  /** The path of an existing page. */
  path: string
  apiKey: string
}

export function startAttacker() {
  const child = fork(PROGRAM)
  return {
    /** Returns the number of connections that it opened. */
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

/** The attacker's connections that the server still holds, whatever their state at the attacker. This is slow. */
export function connectionsHeldBy({ port }: Target): number {
  const ends = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  return ends.filter((end) => {
    const [, local = '', remote = '', , , , , , , inode] = end.trim().split(/\s+/)
    const isOurs = Number.parseInt(local.split(':')[1] ?? '', 16) === port
    return isOurs && remote.startsWith(ATTACKER_IN_HEX) && inode !== NO_PROCESS
  }).length
}

export const filesHeldBy = ({ pid }: Target): number =>
  readdirSync(`/proc/${pid}/fd`).filter((descriptor) => isFile(pid, descriptor)).length

function isFile(pid: number, descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`).startsWith('/')
  } catch {
    return false // closed meanwhile
  }
}
