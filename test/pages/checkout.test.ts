import { postgresDatabase, skipWithout } from '../help/services.ts'
import { checkoutSuite } from './checkout.suite.ts'

checkoutSuite('SQLite', async () => ({ [Symbol.asyncDispose]: async () => {} }))
checkoutSuite('PostgreSQL', postgresDatabase, skipWithout.postgres)
