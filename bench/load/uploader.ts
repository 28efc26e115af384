import { once } from 'node:events'
import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type Uploads = { port: number; keys: string[]; body: Uint8Array }

const { port, keys, body } = workerData as Uploads
parentPort?.postMessage(await Promise.all(keys.map(create)))

async function create(key: string): Promise<number> {
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/products/create',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'content-length': body.length },
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}
