import { Refused } from '../../actions/refused.ts'
import {
  countReplayRange,
  type ReplayRange,
  replayDelivery,
  replayRange,
} from '../../actions/webhooks/replay.ts'
import { countWords } from '../../rules/values/count-words.ts'
import { idOf, numberOf, timeOf } from '../arguments.ts'
import { type Invocation, type OpenedCommand, type Outcome, STORE_OPTION } from '../command.ts'

export const webhookReplay: OpenedCommand = {
  name: 'webhook replay',
  summary:
    'Sends one event or those of a time range to a webhook URL again. Without --yes a range is only counted.',
  options: {
    ...STORE_OPTION,
    webhook: { value: 'ID', help: 'the webhook URL to send to, also one added later', required: true },
    sequence: { value: 'N', help: 'the number of one event' },
    from: { value: 'TIME', help: 'events from this time on, such as 2026-11-14 or 2026-11-14T10:30:00Z' },
    to: { value: 'TIME', help: 'events before this time (now)' },
    undelivered: { help: 'leave out what the URL has confirmed' },
    rate: { value: 'N', help: 'at most this many a second, 1 to 100 (10)' },
    yes: { help: 'really send them' },
  },
  async run(invocation) {
    const { option, required, world } = invocation
    const choice = { storeId: idOf(required('store')), webhookId: idOf(required('webhook')) }
    const sequence = numberOf('sequence', option('sequence'))
    const from = timeOf('from', option('from'))
    if (sequence === undefined && from !== undefined)
      return await replayTimes(invocation, { ...choice, from, to: endOf(invocation) })
    if (sequence === undefined || from !== undefined)
      throw new Refused('"haat webhook replay" needs either --sequence N or --from TIME')
    refuseOfRange(invocation)
    await replayDelivery(world, { ...choice, sequence })
    return { json: { queued: 1 }, text: `Event ${sequence} is on its way` }
  },
}

/**
 * Refuses options that only a range uses: the user would think that they took effect. --yes selects nothing and is
 * harmless.
 */
function refuseOfRange({ isGiven }: Invocation) {
  const given = ['to', 'undelivered', 'rate'].filter(isGiven)
  if (given.length > 0) throw new Refused(`--${given[0]} belongs to --from TIME, not to --sequence N`)
}

const endOf = ({ option, world }: Invocation) => timeOf('to', option('to')) ?? world.now() + 1

async function replayTimes({ option, isGiven, world }: Invocation, times: ReplayRange): Promise<Outcome> {
  const range = {
    ...times,
    undelivered: isGiven('undelivered'),
    rate: numberOf('rate', option('rate')),
  }
  if (!isGiven('yes')) {
    const count = await countReplayRange(world, range)
    return {
      json: { count, queued: 0 },
      text: `${countWords(count, 'event')} would be sent. Add --yes to send ${count === 1 ? 'it' : 'them'}.`,
    }
  }
  const { queued } = await replayRange(world, range)
  return {
    json: { count: queued, queued },
    text: `${countWords(queued, 'event is', 'events are')} on the way`,
  }
}
