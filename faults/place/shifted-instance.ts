// An instance whose clock can be moved while it runs: the program's own door, with another clock in it.
import { pino } from 'pino'
import { startApp } from '../../server/app.ts'
import { watchedClock } from '../../server/clock.ts'
import { readConfig } from '../../server/config.ts'

const read = readConfig(process.env)
if ('problems' in read) throw new Error(read.problems.join('\n'))
let aheadMs = 0
const clock = watchedClock(() => Date.now() + aheadMs)
const app = await startApp(read.config, { log: pino({ level: 'silent' }), clock })
process.on('message', (ms: number) => {
  aheadMs = ms
  process.send?.('moved')
})
process.send?.({ url: app.url })
