import type { Command } from './command.ts'

/** Every command by its name, in the order of the help. Each is imported only when it is needed. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./commands/start.ts')).start,
  'store create': async () => (await import('./commands/store-create.ts')).storeCreate,
  'store list': async () => (await import('./commands/store-list.ts')).storeList,
  'key generate': async () => (await import('./commands/key-generate.ts')).keyGenerate,
  'member invite': async () => (await import('./commands/member-invite.ts')).memberInvite,
  'category add': async () => (await import('./commands/category.ts')).categoryAdd,
  'category list': async () => (await import('./commands/category.ts')).categoryList,
  'order place': async () => (await import('./commands/order-place.ts')).orderPlace,
  'order forget': async () => (await import('./commands/order-forget.ts')).orderForget,
  'webhook add': async () => (await import('./commands/webhook.ts')).webhookAdd,
  'webhook list': async () => (await import('./commands/webhook.ts')).webhookList,
  'webhook remove': async () => (await import('./commands/webhook.ts')).webhookRemove,
  'webhook rotate': async () => (await import('./commands/webhook.ts')).webhookRotate,
  'webhook enable': async () => (await import('./commands/webhook.ts')).webhookEnable,
  'webhook disable': async () => (await import('./commands/webhook.ts')).webhookDisable,
  'webhook test': async () => (await import('./commands/webhook-checks.ts')).webhookTest,
  'webhook doctor': async () => (await import('./commands/webhook-checks.ts')).webhookDoctor,
  'webhook replay': async () => (await import('./commands/webhook-replay.ts')).webhookReplay,
  'delivery list': async () => (await import('./commands/delivery.ts')).deliveryList,
  'delivery attempts': async () => (await import('./commands/delivery.ts')).deliveryAttempts,
  listen: async () => (await import('./commands/listen.ts')).listen,
  seed: async () => (await import('./commands/seed.ts')).seed,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  upgrade: async () => (await import('./commands/upgrade.ts')).upgrade,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  'images own': async () => (await import('./commands/images-own.ts')).imagesOwn,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  hurry: async () => (await import('./commands/hurry.ts')).hurryCommand,
  move: async () => (await import('./commands/move.ts')).move,
}

export const allCommands = (): Promise<Command[]> =>
  Promise.all(Object.values(COMMANDS).map((read) => read()))

/** The commands of several words that begin with this one, such as all about webhooks. */
export const commandsUnder = (word: string): Promise<Command[]> =>
  Promise.all(
    Object.entries(COMMANDS)
      .filter(([name]) => name.startsWith(`${word} `))
      .map(([, read]) => read()),
  )

/** The command that the arguments name; undefined if there is none. */
export async function findCommand(args: readonly string[]): Promise<Command | undefined> {
  const given = args.filter((arg) => !arg.startsWith('-'))
  const name = Object.keys(COMMANDS).find((name) => name.split(' ').every((word, i) => given[i] === word))
  return name === undefined ? undefined : COMMANDS[name]!()
}
