const MOST_EVENTS = 100
const AFTER_SENTENCE = 'after must be an integer >= 0'
const LIMIT_SENTENCE = `limit must be an integer between 1 and ${MOST_EVENTS}`

export const EVENTS_QUERY_SENTENCES = [AFTER_SENTENCE, LIMIT_SENTENCE]

export const EVENTS_QUERY_SCHEMA = [
  {
    name: 'after',
    description: 'The number of the last event that you have.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  {
    name: 'limit',
    description: 'The most events to return.',
    schema: { type: 'integer', minimum: 1, maximum: MOST_EVENTS, default: MOST_EVENTS },
  },
]

/** Parses where to begin and how many events to return, or says what is wrong. */
export function checkEventsQuery(
  query: Readonly<Record<string, unknown>>,
): { value: { after: number; limit: number } } | { problem: string } {
  const after = wholeNumber(query.after ?? '0')
  if (after === undefined) return { problem: AFTER_SENTENCE }
  const limit = wholeNumber(query.limit ?? String(MOST_EVENTS))
  if (limit === undefined || limit < 1 || limit > MOST_EVENTS) return { problem: LIMIT_SENTENCE }
  return { value: { after, limit } }
}

const wholeNumber = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
