import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const UNDER_WAY = Symbol('under way')

type Connection = Socket & { [UNDER_WAY]?: ServerResponse[] }

/**
 * The answers that a connection still has to get, several where requests were sent ahead; undefined before its first
 * request. They are kept with it: one Set of all would leave outgrown tables behind, with the answers in them, and
 * clearing those away took a seventh of a read.
 */
export const answersUnderWay = (socket: Socket): readonly ServerResponse[] | undefined =>
  (socket as Connection)[UNDER_WAY]

/** Notes each answer from its request until it is given or given up. */
export function followAnswers(server: Server, ended: (response: ServerResponse) => void) {
  function end(this: ServerResponse) {
    const answers = (this.req.socket as Connection)[UNDER_WAY]!
    answers.splice(answers.indexOf(this), 1)
    ended(this)
  }
  server.on('request', ({ socket }: { socket: Connection }, response: ServerResponse) => {
    socket[UNDER_WAY] ??= []
    socket[UNDER_WAY].push(response)
    response.on('close', end)
  })
}
