import type { Command } from './command.ts'

/** Every command by its name, in the order in which the help lists them: one is read without all the others. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./start.ts')).start,
  'store create': async () => (await import('./store-create.ts')).storeCreate,
  'key generate': async () => (await import('./key-generate.ts')).keyGenerate,
  'member invite': async () => (await import('./member-invite.ts')).memberInvite,
  'category add': async () => (await import('./category.ts')).categoryAdd,
  'category list': async () => (await import('./category.ts')).categoryList,
  'order place': async () => (await import('./order-place.ts')).orderPlace,
  'webhook add': async () => (await import('./webhook.ts')).webhookAdd,
  'webhook list': async () => (await import('./webhook.ts')).webhookList,
  'webhook remove': async () => (await import('./webhook.ts')).webhookRemove,
  'webhook rotate': async () => (await import('./webhook.ts')).webhookRotate,
  'webhook enable': async () => (await import('./webhook.ts')).webhookEnable,
  'webhook disable': async () => (await import('./webhook.ts')).webhookDisable,
  'webhook test': async () => (await import('./webhook-checks.ts')).webhookTest,
  'webhook doctor': async () => (await import('./webhook-checks.ts')).webhookDoctor,
  'webhook replay': async () => (await import('./webhook-replay.ts')).webhookReplay,
  'delivery list': async () => (await import('./delivery.ts')).deliveryList,
  'delivery attempts': async () => (await import('./delivery.ts')).deliveryAttempts,
  listen: async () => (await import('./listen.ts')).listen,
  seed: async () => (await import('./seed.ts')).seed,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  doctor: async () => (await import('./doctor.ts')).doctor,
  upgrade: async () => (await import('./upgrade.ts')).upgrade,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  'images own': async () => (await import('./images-own.ts')).imagesOwn,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  hurry: async () => (await import('./hurry.ts')).hurryCommand,
  move: async () => (await import('./move.ts')).move,
}

export const allCommands = (): Promise<Command[]> =>
  Promise.all(Object.values(COMMANDS).map((read) => read()))

/** The command that the arguments name; undefined when there is none of that name. */
export async function findCommand(args: readonly string[]): Promise<Command | undefined> {
  const given = args.filter((arg) => !arg.startsWith('-'))
  const name = Object.keys(COMMANDS).find((name) => name.split(' ').every((word, i) => given[i] === word))
  return name === undefined ? undefined : COMMANDS[name]!()
}
