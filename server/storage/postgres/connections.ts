/** How many connections one instance opens at most, by what they are for. */
export const CONNECTIONS = { transactions: 10, reads: 2, sharedCommits: 2, listening: 1, pulse: 1 }

export const MOST_CONNECTIONS = Object.values(CONNECTIONS).reduce((sum, count) => sum + count)
