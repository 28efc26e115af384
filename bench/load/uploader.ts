import { once } from 'node:events'
import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type Uploads = { port: number; keys: string[] }

const { port, keys } = workerData as Uploads
parentPort?.on('message', async (body: Uint8Array) => {
  parentPort?.postMessage(await Promise.all(keys.map((key) => create(key, body))))
})

async function create(key: string, body: Uint8Array): Promise<number> {
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
