import { hash } from 'node:crypto'
import { pathOf } from './image-store.ts'

const bytes = Buffer.from('written by haat doctor')

/** What `haat doctor` stores to see whether pictures can be stored. No store has this id, so it is nobody's picture. */
export const PROBE = {
  path: pathOf({
    store_id: '00000000-0000-4000-8000-000000000000',
    hash: hash('sha256', bytes),
    extension: 'png',
  }),
  bytes,
  type: 'image/png',
}
