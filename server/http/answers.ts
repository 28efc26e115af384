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

/**
 * Notes each answer from its request until it is given or given up, at the latest with its connection: of those that wait
 * behind another Node closes none once a CONNECT has followed them.
 */
export function followAnswers(server: Server, ended: (response: ServerResponse) => void) {
  function end(this: ServerResponse) {
    const answers = (this.req.socket as Connection)[UNDER_WAY]!
    const place = answers.indexOf(this)
    if (place === -1) return
    answers.splice(place, 1)
    ended(this)
  }
  function endAll(this: Connection) {
    for (const response of this[UNDER_WAY]!.splice(0)) ended(response)
  }
  server.on('request', ({ socket }: { socket: Connection }, response: ServerResponse) => {
    if (!socket[UNDER_WAY]) {
      socket[UNDER_WAY] = []
      socket.once('close', endAll)
    }
    socket[UNDER_WAY].push(response)
    response.on('close', end)
  })
}
