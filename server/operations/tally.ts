import { hash } from 'node:crypto'
import type { Values } from '../storage/database/table-rows.ts'
import type { TableTally } from './records.ts'

const SIZE = 128n
const HEX_DIGITS = Number(SIZE) / 4

/** Counts rows and adds up their hashes, so that tables can be compared across engines that sort differently. */
export class Tally {
  #rows = 0
  #sum = 0n

  add(rows: readonly Values[]) {
    this.#rows += rows.length
    for (const row of rows) {
      this.#sum += BigInt(`0x${hash('sha256', JSON.stringify(row)).slice(0, HEX_DIGITS)}`)
    }
  }

  result(): TableTally {
    return { rows: this.#rows, sum: BigInt.asUintN(Number(SIZE), this.#sum).toString(16) }
  }
}
