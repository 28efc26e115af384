import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The process and all its descendants, parents first. */
export function processTree(root: number): number[] {
  const pairs = process.platform === 'linux' ? pairsFromProc() : pairsFromPs()
  const tree = [root]
  for (const parent of tree)
    tree.push(...pairs.filter((pair) => pair.parent === parent).map(({ pid }) => pid))
  return tree
}

// Small Linux images have no ps.
function pairsFromProc() {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.map((pid) => ({ pid, parent: parentOf(pid) }))
}

function parentOf(pid: number) {
  try {
    // "pid (name) state parent …": the name may hold anything, brackets too.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined // it ended meanwhile
  }
}

function pairsFromPs() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    return { pid: pid!, parent }
  })
}
