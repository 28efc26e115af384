import type { Sharp } from 'sharp'
import { refuse } from '#contract/errors.ts'

/** What takes too long is no fault of the picture, so it may be sent again. */
export async function outputWithin(seconds: number, image: Sharp): Promise<Buffer> {
  try {
    return await image.timeout({ seconds }).toBuffer()
  } catch (error) {
    if (/^timeout: /.test((error as Error).message)) throw refuse('overloaded')
    throw error
  }
}
