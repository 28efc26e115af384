import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../harness/app/app.ts'
import { movableClock } from '../../harness/app/clock.ts'
import { until } from '../../harness/app/until.ts'
import { newDashboardClient, newPerson } from '../../harness/shops/dashboard.ts'
import { openSession, SESSION_MS, whoIs } from '../../server/accounts/sessions.ts'
import { HOUR_MS } from '../../server/rules/values/durations.ts'
import { rowsOf } from '../../server/storage/statement.ts'
import { startCleaner } from '../../server/workers/cleaner.ts'

test('an ended session is deleted by the cleaner, not at the next sign-in: a clock may be wrong', async () => {
  const clock = movableClock()
  await using app = await startTestApp({ HAAT_ROLE: 'web' }, { now: clock.now })
  const signedIn = async () =>
    (await rowsOf(app.world.db, (sql) => sql.selectFrom('sessions').select('person_id'))).map(
      ({ person_id }) => person_id,
    )
  const before = await newPerson(app)
  clock.advance(SESSION_MS + 1)
  const after = await newPerson(app)
  assert.deepEqual((await signedIn()).toSorted(), [before.id, after.id].toSorted())
  await using _cleaner = startCleaner(app.world, { limitsInDatabase: false })
  await until(async () => (await signedIn()).length === 1)
  assert.deepEqual(await signedIn(), [after.id])
})

test('beyond a hundred sessions of one person the ones idle longest end', async () => {
  const clock = movableClock()
  await using app = await startTestApp({ HAAT_ROLE: 'web' }, { now: clock.now })
  const { world } = app
  const [one, other] = [await newPerson(app), await newPerson(app)]
  const tokens: string[] = []
  for (let i = 0; i < 102; i++) {
    clock.advance(1)
    tokens.push(await openSession(world.db, world, one.id, { userAgent: `browser ${i} `.repeat(100) }))
  }
  const isIn = async (token: string) => (await whoIs(world, token)) !== undefined
  assert.deepEqual(
    [await isIn(tokens[1]!), await isIn(tokens[2]!), await isIn(tokens[101]!)],
    [false, true, true],
  )
  clock.advance(-HOUR_MS)
  assert.ok(await isIn(await openSession(world.db, world, one.id, { userAgent: 'after the clock was set' })))
  clock.advance(HOUR_MS)
  const kept = await rowsOf(world.db, (sql) => sql.selectFrom('sessions').select('user_agent'))
  assert.equal(Math.max(...kept.map(({ user_agent }) => user_agent.length)), 200)
  const last = newDashboardClient(app)
  last.cookie = `haat_session=${tokens[101]}`
  assert.equal((await last.ask('listSessions', {})).sessions.length, 100)
  assert.equal((await other.ask('listSessions', {})).sessions.length, 1)
})
