import type { Server } from 'node:http'

/**
 * Who asks with `Expect: 100-continue` is told to go on when a route begins to read the body, and so has found nothing
 * against it; not when a refused one is thrown away. Any other expectation is overlooked.
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
