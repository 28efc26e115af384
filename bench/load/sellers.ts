import { OPERATIONS } from '#contract/operations.ts'
import { createdId, requestOf, type SeededStore, SIX_NAMES, type Six, STATUSES } from './operations.ts'

const TOO_MANY = 429

/** Calls in a visit that uses up the limit, even if a minute ends during the visit. */
const MOST_MOVES = 2 * OPERATIONS.change_order_status.perMinute + 1

/** Orders of a store for one such visit and for a move in each of its other visits. */
export const ORDERS_EACH = Math.ceil((MOST_MOVES + SIX_NAMES.length) / STATUSES.length)

interface Visited {
  readonly store: SeededStore
  /** Products that it has created and not deleted. */
  readonly created: string[]
  moves: number
}

interface Visit {
  readonly to: Visited
  /** The operation that is called until 429. */
  readonly most: Six
  readonly others: Six[]
  calls: number
  asked: Six
  isOver: boolean
}

/**
 * Each connection acts as a seller who goes from store to store. A visit calls all six operations, and one of them
 * until it is refused: with 429 and nothing else. The next visit to the same store exhausts the next operation.
 */
export class Sellers {
  refused = 0
  /** Visits that ended with the expected 429. */
  visits = 0
  readonly wrong = new Map<string, number>()
  readonly #stores: Visited[]
  readonly #current: Visit[] = []
  #begun = 0

  constructor(stores: SeededStore[]) {
    this.#stores = stores.map((store) => ({ store, created: [], moves: 0 }))
  }

  next(connection: number): Buffer {
    let visit = this.#current[connection]
    if (!visit || visit.isOver) visit = this.#current[connection] = this.#begin()
    visit.asked = nextCall(visit)
    return requestFor(visit.to, visit.asked)
  }

  heard(connection: number, status: number, body: string) {
    const visit = this.#current[connection]!
    const { asked, most, to } = visit
    if (status === 201) to.created.push(createdId(body))
    if (status === TOO_MANY) {
      this.refused++
      if (asked === 'change_order_status') to.moves--
      if (asked !== most) return
      this.visits++
      visit.isOver = true
    } else if (status >= 300) this.#note(`${asked} ${status} ${body.slice(0, 100)}`)
    // One minute may have ended during the visit, but not two.
    if (asked === most && ++visit.calls > 2 * OPERATIONS[most].perMinute + 1) {
      this.#note(`${most} met no limit`)
      visit.isOver = true
    }
  }

  #note(what: string) {
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1)
  }

  #begin(): Visit {
    const number = this.#begun++
    const count = this.#stores.length
    const to = this.#stores[number % count]!
    // Neighbouring stores exhaust different operations, so that all six are mixed at any time.
    const wanted = SIX_NAMES[(number + Math.floor(number / count)) % SIX_NAMES.length]!
    const most = wanted !== 'change_order_status' || hasMoves(to, MOST_MOVES) ? wanted : 'read_order'
    const others = SIX_NAMES.filter(
      (name) => name !== most && (name !== 'change_order_status' || hasMoves(to, 1)),
    )
    return { to, most, others, calls: 0, asked: most, isOver: false }
  }
}

const hasMoves = ({ store, moves }: Visited, count: number): boolean =>
  moves + count <= STATUSES.length * store.order_ids.length

function nextCall({ to, most, others }: Visit): Six {
  const call = others.shift() ?? most
  return call === 'delete_product' && to.created.length === 0 ? 'create_product' : call
}

function requestFor(visited: Visited, operation: Six): Buffer {
  const { store, created } = visited
  if (operation === 'create_product') return requestOf(operation, store)
  if (operation === 'delete_product') return requestOf(operation, store, created.pop())
  if (operation === 'change_order_status') {
    const move = visited.moves++
    const id = store.order_ids[Math.floor(move / STATUSES.length)]
    return requestOf(operation, store, id, { status: STATUSES[move % STATUSES.length] })
  }
  return requestOf(operation, store, (operation === 'read_order' ? store.order_ids : store.product_ids)[0])
}
