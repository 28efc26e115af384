import { parentPort } from 'node:worker_threads'
import { hashPassword, passwordMatches } from '../../server/accounts/password.ts'

// At its full cost, which scripts/tests/cheap-passwords.js takes from tests alone, not from their threads.
parentPort!.once('message', async ({ password, kept }: { password: string; kept: string }) => {
  const matches = [await passwordMatches(password, kept), await passwordMatches(`${password} `, kept)]
  parentPort!.postMessage({ matches, keptNow: await hashPassword(password) })
})
