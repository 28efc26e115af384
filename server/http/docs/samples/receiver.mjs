import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

createServer(async (request, response) => {
  try {
    const body = Buffer.concat(await request.toArray()).toString()
    const event = webhook.verify(body, request.headers)
    if (event.event === 'order.created') console.log(event.order_id) // store it, unless you have it
    response.end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(process.env.PORT)
