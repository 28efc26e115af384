import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { letHeapGrow } from '../../server/let-heap-grow.ts'
import { makeLog } from '../../server/log.ts'
import { makeDemoOwner } from './demo-owner.ts'
import { makeDemoStore } from './demo-store.ts'

// `npm run demo`: a store with products, categories and orders in a throw-away folder, served until Ctrl-C.
const folder = mkdtempSync(join(tmpdir(), 'haat-demo-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const { PORT, HOST } = process.env
const read = readConfig({ PORT, HOST, DATA_DIR: folder, LOG_LEVEL: 'warn' })
if ('problems' in read) {
  console.error(read.problems.join('\n'))
  process.exit(1)
}
const app = await startApp(read.config, { log: makeLog('warn') }).catch((error: NodeJS.ErrnoException) => {
  const inUse = error.code === 'EADDRINUSE'
  console.error(inUse ? `Port ${read.config.port} is in use: try PORT=3001 npm run demo` : error.message)
  process.exit(1)
})
letHeapGrow()
let stopping: PromiseLike<void> | undefined
const stop = async () => {
  stopping ??= app[Symbol.asyncDispose]()
  await stopping
  process.exit(0)
}
process.once('SIGINT', stop).once('SIGTERM', stop).on('SIGHUP', stop)

console.log('Making a demo store…')
const store = await makeDemoStore(app.world)
const { email, password } = await makeDemoOwner(app.world, store.store_id)
const [productId] = Object.values(store.product_ids)
const key = `-H 'X-API-Key: ${store.api_key}'`
const json = `${key} -H 'Content-Type: application/json'`

console.log(`
The demo store is open; Ctrl-C closes it and removes all of it.

  store page  ${app.url}/s/${store.slug}
  dashboard   ${app.url}/dashboard, as ${email} with the password ${password}
  API docs    ${app.url}/docs
  mails       ${app.url}/dev/mail

Paste these into another terminal:

  # read a product
  curl -s ${app.url}/api/products/${productId} ${key}

  # create one
  curl -s ${app.url}/api/products/create ${json} \\
    -d '{"name": "Brass lamp", "price": 1499, "description": "Cast by hand.", "stock": 12}'

  # change its price
  curl -s -X PUT ${app.url}/api/products/${productId}/edit ${json} \\
    -d '{"current_price": 1299.50, "is_sale": true}'

  # read an order, then say that it is being prepared
  curl -s ${app.url}/api/orders/${store.order_ids.started} ${key}
  curl -s -X PUT ${app.url}/api/orders/${store.order_ids.started}/status ${json} \\
    -d '{"status": "processing"}'
`)
