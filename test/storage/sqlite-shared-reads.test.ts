import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setImmediate as othersTurn, setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../harness/services/folder.ts'
import { SqliteEngine } from '../../server/storage/sqlite/engine.ts'

const ADD = { sql: 'insert into things values (?)', reads: false, name: 'add' }
const COUNT = { sql: 'select count(*) as things from things', reads: true, name: 'count' }

/** An engine on a file with one empty table. */
async function open() {
  const opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const path = join(folder.path, 'haat.db')
  const db = opened.use(new SqliteEngine(path))
  await db.migrating((script) => script('create table things (name text)'))
  const read = () =>
    db.readTogether(() => ({ version: db.version(), ...(db.first(COUNT, []) as { things: number }) }))
  return { db, path, read, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

describe('the read transaction that reads on SQLite share', () => {
  test('changes its version after each commit, of this process or another, and only then', async () => {
    await using it = await open()
    using elsewhere = new DatabaseSync(it.path)
    const all = [it.read(), it.read()]
    await it.db.write(ADD, ['ours'])
    all.push(it.read(), it.read())
    elsewhere.exec(`insert into things values ('theirs')`)
    all.push(it.read(), it.read())
    await it.db.write(ADD, ['ours again'])
    all.push(it.read(), it.read())
    assert.deepEqual(
      all.map(({ things }) => things),
      [0, 0, 1, 1, 2, 2, 3, 3],
    )
    const versions = all.map(({ version }) => version)
    assert.equal(new Set(versions).size, 4)
    assert.deepEqual(
      versions,
      versions.toSorted((a, b) => a - b),
    )
  })

  test('sees what others committed before the request arrived, whenever the previous one began', async () => {
    await using it = await open()
    using elsewhere = new DatabaseSync(it.path)
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [arriving] = (await once(server, 'connection')) as [Socket]
    try {
      for (const laterOn of [setImmediate, setTimeout]) {
        const seen = new Promise((resolve) => arriving.once('data', () => resolve(it.db.first(COUNT, []))))
        const before = await new Promise<{ things: number }>((resolve) =>
          laterOn(() => {
            resolve(it.db.first(COUNT, []) as { things: number })
            elsewhere.exec(`insert into things values ('theirs')`)
            client.write('.')
          }),
        )
        assert.deepEqual(await seen, { things: before.things + 1 }, laterOn.name)
      }
    } finally {
      client.destroy()
      server.close()
    }
  })

  test('sees nothing of an open transaction, and is not reused after the commit', async () => {
    await using it = await open()
    const before = it.read()
    const during = await it.db.transaction(async (tx) => {
      await tx.write(ADD, ['one'])
      return it.read()
    })
    const after = it.read()
    assert.deepEqual([before.things, during.things, after.things], [0, 0, 1])
    assert.equal(new Set([before.version, during.version, after.version]).size, 3)
  })

  test('sees nothing of a failed transaction in the same turn of the event loop', async () => {
    await using it = await open()
    const failing = it.db.transaction(async (tx) => {
      await tx.write(ADD, ['one'])
      throw new Error('no')
    })
    const seen = it.db.first(COUNT, [])
    await assert.rejects(failing, /no/)
    assert.deepEqual([seen, it.db.first(COUNT, [])], [{ things: 0 }, { things: 0 }])
  })

  test('fails with the disk, breaks nothing else, and works once the disk does', async () => {
    await using it = await open()
    using elsewhere = new DatabaseSync(it.path)
    elsewhere.exec(`insert into things values ('theirs')`) // so that our connection must read again
    const log = await readFile(`${it.path}-wal`)
    await truncate(`${it.path}-wal`)
    const isOfDisk = (error: unknown) => it.db.dialect.isUnavailable(error)
    assert.throws(it.read, isOfDisk)
    await assert.rejects(async () => it.db.first(COUNT, []), isOfDisk)
    await othersTurn()
    await assert.rejects(it.db.write(ADD, ['ours']), isOfDisk)
    await writeFile(`${it.path}-wal`, log)
    await it.db.write(ADD, ['ours'])
    assert.equal(it.read().things, 2)
  })

  test('goes by a map of the file, also when it has grown by more than a quarter', {
    skip: !existsSync('/proc/self/maps') && 'needs /proc/self/maps',
  }, async () => {
    await using it = await open()
    using elsewhere = new DatabaseSync(it.path)
    elsewhere.exec('pragma wal_checkpoint(truncate)') // Pages that are only in the WAL are not mapped.
    it.read()
    assert.ok((await mappedOf(it.path)) > 0)
    for (let i = 0; i < 100; i++) await it.db.write(ADD, ['x'.repeat(100_000)])
    while ((await mappedOf(it.path)) < 10_000_000 / 1.25) {
      it.read()
      await sleep(50)
    }
  })
})

/** The number of bytes of a file that this process has mapped. */
async function mappedOf(path: string): Promise<number> {
  const maps = (await readFile('/proc/self/maps', 'utf8')).split('\n').filter((line) => line.endsWith(path))
  const sizes = maps.map((line) => {
    const [from, to] = line.split(' ')[0]!.split('-')
    return Number.parseInt(to!, 16) - Number.parseInt(from!, 16)
  })
  return Math.max(0, ...sizes)
}
