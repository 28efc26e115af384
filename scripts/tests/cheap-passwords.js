// Loaded into every process of npm test: a password is made costly on purpose, and tests sign in hundreds of times. It is
// kept with its full cost, but made at the least that there is, which says as well whether it is the right one.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
/** @type {typeof argon2} */
crypto.argon2 = (algorithm, parameters, done) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, done)
syncBuiltinESMExports()
