import type { Queries } from './engine.ts'
import type { LetterRow } from './schema.ts'
import { pick, statement } from './statement.ts'

type NewLetter = Omit<LetterRow, 'last_error' | 'sent_at'>

const insert = statement((sql, p: NewLetter) =>
  sql
    .insertInto('letters')
    .values(
      pick(p, ['id', 'recipient', 'kind', 'subject', 'data', 'status', 'attempts', 'due_at', 'created_at']),
    ),
)

export const insertLetter = (tx: Queries, letter: NewLetter) => insert.run(tx, letter)
