import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

async function haat(method, path, body, once) {
  const headers = { 'X-API-Key': process.env.HAAT_KEY, 'Content-Type': 'application/json' }
  if (once) headers['Idempotency-Key'] = once
  for (let tries = 1; ; tries++) {
    const request = { method, headers, body: body && JSON.stringify(body) }
    let response, text
    try {
      response = await fetch(`https://haat.example.com${path}`, request)
      text = await response.text()
    } catch (lost) {
      if (tries === 5 || (method === 'POST' && !once)) throw lost // it may have been done
      response = null
    }
    if (response?.ok) return JSON.parse(text)
    const isWorthAnother = !response || response.status === 429 || response.status === 503
    if (!isWorthAnother || tries === 5) throw new Error(`${response.status} ${text}`)
    await sleep(Number(response?.headers.get('Retry-After') ?? 1) * 1000)
  }
}

const lamp = {
  name: 'Brass lamp',
  price: 1499,
  description: 'Cast by hand.',
  stock: 12,
  primary_image: await readFile('lamp.jpg', 'base64'),
  metadata: { sku: 'LAMP-1' },
}
const { product_id } = await haat('POST', '/api/products/create', lamp, 'create LAMP-1')
await haat('PUT', `/api/products/${product_id}/edit`, { stock: 20 })
console.log(product_id)
