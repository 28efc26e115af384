import { Refused } from '../actions/refused.ts'
import { askServer, type ServerFacts } from '../storage/database/server-facts.ts'
import type { Engine } from '../storage/engine.ts'

const LEAST = 14

/** SQL_ASCII stores bytes unchanged. */
const FIT_ENCODINGS = ['UTF8', 'SQL_ASCII']

/** Why a PostgreSQL that answers cannot be used, and what to do about it. */
export function unfitPostgres({ version, encoding }: Pick<ServerFacts, 'version' | 'encoding'>) {
  if (Number.parseInt(version, 10) < LEAST) {
    return { says: `PostgreSQL ${version} is too old`, fix: `Use PostgreSQL ${LEAST} or newer.` }
  }
  if (FIT_ENCODINGS.includes(encoding)) return undefined
  return {
    says: `PostgreSQL stores the texts of this database as ${encoding}, which cannot hold every name`,
    fix: "Create it again: create database … owner … encoding 'UTF8' template template0.",
  }
}

/** Checked before any table is made: an unfit server would accept some migrations and fail at others, or at a query. */
export async function requireFitPostgres(db: Engine): Promise<void> {
  if (db.dialect.engine !== 'postgres') return
  const unfit = unfitPostgres(await askServer(db))
  if (unfit) throw new Refused(`${unfit.says}. ${unfit.fix}`)
}
