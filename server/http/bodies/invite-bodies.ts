import type { Server } from 'node:http'

/**
 * Answers `Expect: 100-continue` when a route begins to read the body, and so has accepted the headers. When a refused
 * body is discarded, the answer has begun already and no `100 Continue` is sent. Other expectations are ignored.
 */
export function inviteBodies(server: Server): void {
  server.on('checkContinue', (request, response) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue()
    })
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
