import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { root } from '../help/imports.ts'

test('a dashboard that cannot be built fails the tests, but not the start of the service', async () => {
  await using clone = await newClone()
  const asks = () => [clone.ensure('--strict'), clone.ensure()]
  assert.deepEqual(asks(), [1, 0], 'no build tool')
  clone.writeVite('process.exit(1)')
  assert.deepEqual(asks(), [1, 0], 'a build that fails')
})

async function newClone() {
  const folder = await temporaryFolder()
  for (const name of ['scripts', 'node_modules/vite/bin']) {
    mkdirSync(join(folder.path, name), { recursive: true })
  }
  copyFileSync(join(root, 'scripts/ensure-dashboard.ts'), join(folder.path, 'scripts/ensure-dashboard.ts'))
  writeFileSync(join(folder.path, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder.path, 'package-lock.json'), '{}')
  const env = { PATH: process.env.PATH }
  return {
    /** Replaces Vite by this script. */
    writeVite: (code: string) => writeFileSync(join(folder.path, 'node_modules/vite/bin/vite.js'), code),
    ensure: (...args: string[]) =>
      spawnSync(process.execPath, ['scripts/ensure-dashboard.ts', ...args], { cwd: folder.path, env }).status,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}
