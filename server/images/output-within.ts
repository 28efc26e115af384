import type { Sharp } from 'sharp'
import { refuse } from '#contract/errors.ts'

/** A timeout is not the picture's fault, so it may be sent again. */
export async function outputWithin(seconds: number, image: Sharp): Promise<Buffer> {
  try {
    return await image.timeout({ seconds }).toBuffer()
  } catch (error) {
    if (/^timeout: /.test((error as Error).message)) throw refuse('overloaded')
    throw error
  }
}
