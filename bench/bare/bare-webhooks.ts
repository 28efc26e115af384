// The baseline for our deliveries: a bare loop of signed fetch calls, several at once. Prints how many a second.
import { signWebhook } from '#contract/signature.ts'

const [url = '', count = '0', atOnce = '1'] = process.argv.slice(2)
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = JSON.stringify({ event: 'order.created', text: 'x'.repeat(450) })
let left = Number(count)

async function loop(n: number) {
  while (left-- > 0) {
    const id = `evt_${crypto.randomUUID()}`
    const timestamp = Math.floor(Date.now() / 1000)
    const response = await fetch(`${url}/${n % 5}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signWebhook([secret], id, timestamp, body),
      },
      body,
    })
    await response.text()
  }
}

const began = performance.now()
await Promise.all(Array.from({ length: Number(atOnce) }, (_, n) => loop(n)))
console.log(Number(count) / ((performance.now() - began) / 1000))
