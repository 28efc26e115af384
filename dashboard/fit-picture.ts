import { fitPicture as fit } from '#contract/fit-picture.js'
import { PRODUCT_LIMITS } from '#contract/products.ts'

const { imageBytesMax, imagePixelsMax } = PRODUCT_LIMITS

/** The picture as the API takes it, drawn smaller where it must be; undefined where that fails. */
export const fitPicture = (file: File) => fit(file, { bytes: imageBytesMax, pixels: imagePixelsMax })
