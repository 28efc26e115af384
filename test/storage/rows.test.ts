import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { SqliteConnection } from '../../server/storage/sqlite/connection.ts'

setFlagsFromString('--allow-natives-syntax')
const shareShape = new Function('one', 'other', 'return %HaveSameMap(one, other)')

const query = (sql: string) => ({ sql, reads: true, name: undefined })

describe('rows of SQLite', () => {
  it('are plain objects with their columns in order', async () => {
    await using connection = new SqliteConnection(':memory:')
    const row = connection.first(query(`select 1 as id, 'a' as "the name", null as empty`), [])
    assert.deepEqual(row, { id: 1, 'the name': 'a', empty: null })
    assert.deepEqual(Object.keys(row as object), ['id', 'the name', 'empty'])
    assert.deepEqual(connection.rows(query('select 1 as id union all select 2'), []), [{ id: 1 }, { id: 2 }])
    assert.equal(connection.first(query('select 1 as id where false'), []), undefined)
  })

  it('share one hidden class, so that reading them stays cheap', async () => {
    await using connection = new SqliteConnection(':memory:')
    const kept = { ...query(`select ? as id, 'a' as name`), name: 'kept' }
    const [one, other] = [connection.first(kept, [1]), connection.first(kept, [2])]
    assert.notDeepEqual(one, other)
    assert.ok(shareShape(one, other))
  })
})
