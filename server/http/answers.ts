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
 * Notes each answer from its request until it is given or given up. Once a CONNECT has followed them Node forgets those
 * that wait behind another, and with them the files that they were to send: so we close them with their connection.
 */
export function followAnswers(server: Server, ended: (response: ServerResponse) => void) {
  function end(this: ServerResponse) {
    const answers = (this.req.socket as Connection)[UNDER_WAY]!
    answers.splice(answers.indexOf(this), 1)
    ended(this)
  }
  function closeAll(this: Connection) {
    for (const response of this[UNDER_WAY]!) response.destroy()
  }
  server.on('request', ({ socket }: { socket: Connection }, response: ServerResponse) => {
    if (!socket[UNDER_WAY]) {
      socket[UNDER_WAY] = []
      socket.once('close', closeAll)
    }
    socket[UNDER_WAY].push(response)
    response.on('close', end)
  })
}
