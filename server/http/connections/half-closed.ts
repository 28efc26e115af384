import type { Server } from 'node:http'

/**
 * A client may close its sending side after the request and wait for the answer, however long that takes; by default
 * Node would then close our side too. Its types do not name the setting.
 */
export function answerHalfClosed(server: Server) {
  Object.assign(server, { httpAllowHalfOpen: true })
}
