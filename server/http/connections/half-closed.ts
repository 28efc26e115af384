import type { Server } from 'node:http'

/**
 * Who has said all may close its side and wait for the answer, however long that takes; Node would close ours too. Its
 * types do not name the setting.
 */
export function answerHalfClosed(server: Server) {
  Object.assign(server, { httpAllowHalfOpen: true })
}
