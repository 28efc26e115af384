import assert from 'node:assert/strict'
import { SECRET } from '../../../harness/app/config-of.ts'
import { spawnHaat } from '../../../harness/app/server-process.ts'

/** Runs one of the programs in this folder and asserts that it killed itself. */
export async function runDoomed(
  name: 'delivery' | 'long-work' | 'restore',
  args: string[],
  settings: Record<string, string>,
) {
  const child = spawnHaat('test/help/doomed/main.js', [name, ...args], { HAAT_SECRET: SECRET, ...settings })
  assert.equal(await child.ended, 'SIGKILL', child.stderr())
}
