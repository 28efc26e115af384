// Sellers' servers in one process. POST /… delivers an event; repeats of an event at a URL count once. GET /stats
// returns the counts, DELETE / resets them.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

const arrived = new Set<string>()
let firstAt = 0
let lastAt = 0
let latenciesMs: number[] = []

const server = createServer({ key: process.env.KEY!, cert: process.env.CERT! }, (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count: arrived.size, seconds: (lastAt - firstAt) / 1000, latenciesMs }))
  } else if (request.method === 'DELETE') {
    arrived.clear()
    firstAt = lastAt = 0
    latenciesMs = []
    response.end()
  } else {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      note(`${request.url} ${request.headers['webhook-id']}`, body)
      response.end('{"ok":true}')
    })
  }
})

function note(event: string, body: string) {
  if (arrived.has(event)) return
  arrived.add(event)
  lastAt = Date.now()
  firstAt ||= lastAt
  if (event.startsWith('/timed')) latenciesMs.push(lastAt - Date.parse(JSON.parse(body).created_at))
}

server.listen(0, '127.0.0.1', () => console.log(`listening on :${(server.address() as AddressInfo).port}`))
process.once('SIGTERM', () => process.exit(0))
