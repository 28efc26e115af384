import type { PreparedImage, PreparedImages } from '../../images/uploads.ts'
import { CheckedUpload, ImageProblem } from '../../rules/images/image-fields.ts'

/**
 * Replaces the seller's text of each image by the outcome of its check. The classes CheckedUpload and ImageProblem mark
 * outcomes, because no JSON can imitate an instance.
 */
export function withCheckedImages(
  body: Record<string, unknown>,
  prepared: PreparedImages,
): Record<string, unknown> {
  const { primary_image, images } = prepared
  return {
    ...body,
    ...(primary_image && { primary_image: asFieldValue(primary_image) }),
    ...(images.length > 0 && {
      images: (body.images as unknown[]).map((value, i) => (images[i] ? asFieldValue(images[i]) : value)),
    }),
  }
}

function asFieldValue(value: PreparedImage): string | CheckedUpload | ImageProblem {
  if ('url' in value) return value.url
  return 'upload' in value ? new CheckedUpload(value.upload) : new ImageProblem(value.problem)
}
