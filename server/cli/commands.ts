import { backup } from './backup.ts'
import { categoryAdd, categoryList } from './category.ts'
import type { Command } from './command.ts'
import { deliveryAttempts, deliveryList } from './delivery.ts'
import { doctor } from './doctor.ts'
import { hurryCommand } from './hurry.ts'
import { imagesOwn } from './images-own.ts'
import { keyGenerate } from './key-generate.ts'
import { listen } from './listen.ts'
import { memberInvite } from './member-invite.ts'
import { migrateCommand } from './migrate.ts'
import { move } from './move.ts'
import { orderPlace } from './order-place.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'
import { start } from './start.ts'
import { storeCreate } from './store-create.ts'
import { upgrade } from './upgrade.ts'
import { verifyCommand } from './verify.ts'
import {
  webhookAdd,
  webhookDisable,
  webhookEnable,
  webhookList,
  webhookRemove,
  webhookRotate,
} from './webhook.ts'
import { webhookDoctor, webhookTest } from './webhook-checks.ts'
import { webhookReplay } from './webhook-replay.ts'

/** Every command, in the order in which the help lists them. */
export const COMMANDS: readonly Command[] = [
  start,
  storeCreate,
  keyGenerate,
  memberInvite,
  categoryAdd,
  categoryList,
  orderPlace,
  webhookAdd,
  webhookList,
  webhookRemove,
  webhookRotate,
  webhookEnable,
  webhookDisable,
  webhookTest,
  webhookDoctor,
  webhookReplay,
  deliveryList,
  deliveryAttempts,
  listen,
  seed,
  migrateCommand,
  doctor,
  upgrade,
  backup,
  restore,
  imagesOwn,
  verifyCommand,
  hurryCommand,
  move,
]
