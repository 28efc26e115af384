import type { Engine, Prepared, Queries } from '../storage/engine.ts'
import { andThen, type MaybePromise } from '../storage/maybe-promise.ts'
import type { Tracer } from './tracer.ts'

const SYSTEM = { sqlite: 'sqlite', postgres: 'postgresql' } as const

/** Records queries and transactions of a traced request as spans. The values of a query are left out. */
export function tracedEngine(db: Engine, tracer: Tracer): Engine {
  return {
    ...tracedQueries(db, tracer),
    transaction: async (work, how) =>
      await noted(tracer, db, 'transaction', {}, () => {
        // Transactions of several requests may share a commit, so each runs within its own span again.
        const own = tracer.current()
        return db.transaction((tx) => tracer.within(own, () => work(tracedQueries(tx, tracer))), how)
      }),
    snapshot: () => db.snapshot(),
    readTogether: (read) => db.readTogether(read),
    version: () => db.version(),
    load: () => db.load(),
    migrating: (work) => db.migrating(work),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}

function tracedQueries(queries: Queries, tracer: Tracer): Queries {
  const query = <T>(prepared: Prepared, ask: () => MaybePromise<T>): MaybePromise<T> =>
    noted(tracer, queries, prepared.sql.split(' ', 1)[0]!, { 'db.query.text': prepared.sql }, ask)
  return {
    dialect: queries.dialect,
    rows: (prepared, values) => query(prepared, () => queries.rows(prepared, values)),
    first: (prepared, values) => query(prepared, () => queries.first(prepared, values)),
    write: (prepared, values) => query(prepared, () => queries.write(prepared, values)),
  }
}

function noted<T>(
  tracer: Tracer,
  { dialect }: Queries,
  name: string,
  attributes: Record<string, string>,
  work: () => MaybePromise<T>,
): MaybePromise<T> {
  const parent = tracer.current()
  if (!parent?.sampled) return work()
  const span = tracer.start(name, 'client', parent)
  const end = (failed: boolean) =>
    span.end({ 'db.system.name': SYSTEM[dialect.engine], ...attributes }, failed)
  try {
    const done = tracer.within(span, work)
    if (done instanceof Promise) done.catch(() => end(true))
    return andThen(done, (value) => {
      end(false)
      return value
    })
  } catch (error) {
    end(true)
    throw error
  }
}
