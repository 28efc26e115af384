import { open } from 'node:fs/promises'
import { Refused } from '../../actions/refused.ts'
import { seedStore } from '../../actions/stores/seed-store.ts'
import { countWords } from '../../rules/values/count-words.ts'
import { numberOf } from '../arguments.ts'
import type { Command } from '../command.ts'

const BAR_WIDTH = 30
/** Stores made concurrently, so that they share the waits for the disk. */
const AT_ONCE = 8

export const seed: Command = {
  name: 'seed',
  summary: 'Makes up stores for trials and benchmarks.',
  options: {
    stores: { value: 'N', help: 'how many stores', required: true },
    products: { value: 'P', help: 'products in each', required: true },
    orders: { value: 'O', help: 'orders in each', required: true },
    out: {
      value: 'FILE',
      help: 'gets one JSON line per store: its id, key, products and orders',
      required: true,
    },
  },
  async run({ world, required, pathOf, progress }) {
    const howMany = (name: string) => numberOf(name, required(name))
    const [stores, products, orders] = [howMany('stores'), howMany('products'), howMany('orders')]
    await using out = await open(pathOf(required('out')), 'w', 0o600).catch(notWritten)
    let written = Promise.resolve()
    let next = 0
    let done = 0
    const seedInTurn = async () => {
      for (let n = next++; n < stores; n = next++) {
        const seeded = await seedStore(world, n, products, orders)
        written = written.then(() => out.appendFile(`${JSON.stringify(seeded)}\n`).catch(notWritten))
        await written
        progress(bar(++done, stores))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, seedInTurn))
    progress('')
    const made = { stores, products: stores * products, orders: stores * orders }
    const parts = [countWords(stores, 'store'), countWords(made.products, 'product')]
    return { json: made, text: `Made ${parts.join(', ')} and ${countWords(made.orders, 'order')}` }
  },
}

function notWritten({ message }: Error): never {
  throw new Refused(`--out cannot be written: ${message}`)
}

function bar(done: number, all: number): string {
  const filled = Math.round((BAR_WIDTH * done) / all)
  return `[${'='.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${done} of ${all} stores`
}
