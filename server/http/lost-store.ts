import { UploadSwept } from '../actions/images/keep-images.ts'
import type { World } from '../world.ts'

/**
 * The failures of a request whose store was deleted meanwhile: something that it refers to is gone. There may be other
 * causes.
 */
export const mayHaveLostStore = ({ db }: World, error: unknown): boolean =>
  db.dialect.isDangling(error) || error instanceof UploadSwept
