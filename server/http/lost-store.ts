import { UploadSwept } from '../actions/images/keep-images.ts'
import type { World } from '../world.ts'

/**
 * Whether a request may have failed because its store was deleted meanwhile: something that it refers to is gone, which
 * may have other causes.
 */
export const mayHaveLostStore = ({ db }: World, error: unknown): boolean =>
  db.dialect.isDangling(error) || error instanceof UploadSwept
