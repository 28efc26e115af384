import { postgresDatabase, skipWithout } from '../help/services.ts'
import { storePagesSuite } from './store.suite.ts'

storePagesSuite('SQLite', async () => ({ [Symbol.asyncDispose]: async () => {} }))
storePagesSuite('PostgreSQL', postgresDatabase, skipWithout.postgres)
