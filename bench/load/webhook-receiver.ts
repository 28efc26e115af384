// Sellers' servers in one process: POST /… is an event, GET /stats tells what came, DELETE / forgets it.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

let count = 0
let firstAt = 0
let lastAt = 0
let latenciesMs: number[] = []

const server = createServer({ key: process.env.KEY!, cert: process.env.CERT! }, (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, seconds: (lastAt - firstAt) / 1000, latenciesMs }))
  } else if (request.method === 'DELETE') {
    count = firstAt = lastAt = 0
    latenciesMs = []
    response.end()
  } else {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      lastAt = Date.now()
      if (count++ === 0) firstAt = lastAt
      if (request.url?.startsWith('/timed'))
        latenciesMs.push(lastAt - Date.parse(JSON.parse(body).created_at))
      response.end('{"ok":true}')
    })
  }
})
server.listen(0, '127.0.0.1', () => console.log(`listening on :${(server.address() as AddressInfo).port}`))
process.once('SIGTERM', () => process.exit(0))
