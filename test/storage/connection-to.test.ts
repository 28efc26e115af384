import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { connectionTo } from '../../server/storage/postgres/connection-to.ts'

test('what providers write into an address encrypts and checks the certificate, without a warning', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => void warnings.push(message)
  process.on('warning', note)
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    const { ssl } = new pg.Client(connectionTo(`postgres://localhost/haat?sslmode=${mode}&x=1`))
    assert.deepEqual(ssl, {}, mode)
  }
  const { ssl } = new pg.Client(connectionTo('postgres://localhost/haat?sslmode=no-verify'))
  assert.deepEqual(ssl, { rejectUnauthorized: false })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  assert.deepEqual(warnings, [])
})
