// An instance whose clock can be moved while it runs: the normal program, with another clock passed in.
import { pino } from 'pino'
import { configOf } from '../../harness/app/config-of.ts'
import { startApp } from '../../server/app.ts'
import { watchedClock } from '../../server/clock.ts'

let aheadMs = 0
const clock = watchedClock(() => Date.now() + aheadMs)
const app = await startApp(configOf(process.env), { log: pino({ level: 'silent' }), clock })
process.on('message', (ms: number) => {
  aheadMs = ms
  process.send?.('moved')
})
process.send?.({ url: app.url })
