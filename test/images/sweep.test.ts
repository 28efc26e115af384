import { postgresDatabase, skipWithout } from '../../harness/services/services.ts'
import { sweepSuite } from './sweep.suite.ts'

sweepSuite('SQLite', async () => ({ [Symbol.asyncDispose]: async () => {} }))
sweepSuite('PostgreSQL', postgresDatabase, skipWithout.postgres)
