import type { Place } from '../place/place.ts'

/** The ids of deliveries and of mails, with repeats. */
export interface Arrivals {
  deliveries: string[]
  mails: string[]
}

/** What reached the seller's server and the mail server, including repeats. */
export const arrivedIn = ({ receiver, mails }: Place): Arrivals => ({
  deliveries: receiver.received.map(({ headers }) => headers['webhook-id'] ?? ''),
  mails: mails.taken.map(({ messageId }) => messageId ?? ''),
})

/** What arrived without being expected, and what was expected and never arrived. */
export const notAsOwed = (came: Arrivals, owed: Arrivals): string[] => [
  ...differences('delivery', came.deliveries, owed.deliveries),
  ...differences('mail', came.mails, owed.mails),
]

function differences(what: string, came: string[], expected: string[]): string[] {
  const [here, due] = [new Set(came), new Set(expected)]
  return [
    ...expected.filter((id) => !here.has(id)).map((id) => `The ${what} ${id} never came`),
    ...came.filter((id) => !due.has(id)).map((id) => `The ${what} ${id} was not owed`),
  ]
}

/** Counts what arrived more than once under the same id: a kill between sending and recording it causes this. */
export function repeatWords({ deliveries, mails }: Arrivals): string {
  const repeats = (ids: string[]) => ids.length - new Set(ids).size
  return `${repeats(deliveries)} deliveries and ${repeats(mails)} mails came again under the same id`
}
