import { categoryAdd, categoryList } from './category.ts'
import type { Command } from './command.ts'
import { keyGenerate } from './key-generate.ts'
import { migrateCommand } from './migrate.ts'
import { orderPlace } from './order-place.ts'
import { seed } from './seed.ts'
import { storeCreate } from './store-create.ts'

/** Every command, in the order in which the help lists them. */
export const COMMANDS: readonly Command[] = [
  storeCreate,
  keyGenerate,
  categoryAdd,
  categoryList,
  orderPlace,
  seed,
  migrateCommand,
]
