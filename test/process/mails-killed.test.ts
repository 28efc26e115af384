import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newSeller, startTestApp } from '../../harness/app/app.ts'
import { SECRET } from '../../harness/app/config-of.ts'
import { type Mood, startMailServer } from '../../harness/servers/mail-server.ts'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { newOrder, newProduct } from '../../harness/shops/orders.ts'
import { MAIL_LEASE_MS } from '../../server/rules/mails/mail-retries.ts'

for (const [moment, mood] of [
  ['while the mail server has the mail and has not answered', 'hangs'],
  ['between two tries', 'refuses'],
] as const satisfies Array<[string, Mood]>) {
  test(`a mail survives kill -9 ${moment}`, async () => {
    await using folder = await temporaryFolder()
    await using server = await startMailServer()
    server.mood = mood
    let order: string
    {
      await using app = await startTestApp({ DATA_DIR: folder.path })
      const seller = await newSeller(app)
      order = await newOrder(app, seller, await newProduct(seller))
    }
    const child = spawn(process.execPath, ['server/main.js'], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: folder.path,
        HAAT_SECRET: SECRET,
        SMTP_URL: server.url,
        LOG_LEVEL: 'silent',
      },
      stdio: 'ignore',
    })
    while (server.seen.length === 0) await sleep(20)
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.deepEqual(server.taken, [])

    server.mood = 'takes'
    const now = () => Date.now() + MAIL_LEASE_MS
    await using _app = await startTestApp({ DATA_DIR: folder.path, SMTP_URL: server.url }, { now })
    while (server.taken.length === 0) await sleep(20)
    assert.deepEqual([...new Set(server.seen)], [`<${order}.started@localhost>`])
    assert.equal(server.taken.length, 1)
  })
}
