// npm test: runs the test files in a process group of its own, so that nothing a test has started is left behind
// when this process ends, by Ctrl-C or kill -9 as well: its pipe closes, and the group ends itself.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

// Young objects are collected seldom: an eighth less time for all. Here, since the runner hands its flags on to the test
// files, and V8 takes the code that the runner has compiled only under the same ones.
const FLAGS = ['--min-semi-space-size=16', '--max-semi-space-size=32']

const runner = spawn(
  process.execPath,
  [...FLAGS, join(import.meta.dirname, 'tests/run-tests.ts'), ...process.argv.slice(2)],
  {
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'inherit', 'inherit'],
  },
)

runner.once('exit', (code, signal) => {
  endGroup()
  process.exitCode = signal ? 1 : (code ?? 1)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => runner.stdin.destroy())
}

function endGroup() {
  try {
    if (process.platform !== 'win32') process.kill(-runner.pid!, 'SIGKILL')
  } catch {
    // Nobody of the group is left: as it should be.
  }
}
