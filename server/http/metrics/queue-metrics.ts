import { type Queue, type QueueDepth, queueDepth } from '../../storage/queue-depth.ts'
import type { World } from '../../world.ts'
import { metricText, type Sample } from './write-metrics.ts'

const QUEUES: readonly Queue[] = ['deliveries', 'mails', 'letters']

/** What waits to be sent by any instance: instances with one database report the same. */
export async function queueMetrics({ db, now }: World): Promise<string> {
  const at = now()
  const depths = await Promise.all(
    QUEUES.map(async (queue) => [queue, await queueDepth(db, queue, at)] as const),
  )
  const each = (value: (depth: QueueDepth) => number): Sample[] =>
    depths.map(([queue, depth]) => [{ queue }, value(depth)])
  return [
    metricText(
      'haat_queue_pending',
      'gauge',
      'Webhook deliveries, order mails and other mails (letters) that wait, including retries; counted up to 10000.',
      each(({ pending }) => pending),
    ),
    metricText(
      'haat_queue_due',
      'gauge',
      'Those of haat_queue_pending that are due now; counted up to 10000.',
      each(({ due }) => due),
    ),
    metricText(
      'haat_queue_oldest_due_seconds',
      'gauge',
      'Time since the oldest due item became due.',
      each(({ oldestDueAt }) => (oldestDueAt === null ? 0 : Math.max(0, at - oldestDueAt) / 1000)),
    ),
  ].join('')
}
