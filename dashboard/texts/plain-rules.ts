import { PRODUCT_LIMITS } from '#contract/products.ts'
import { productTexts } from './products.ts'

const AS_EXPORTED = 'must be written as in an exported file'

/** The API's rules about a field, worded for developers, and the same for sellers. */
export const PLAIN_RULES: Readonly<Record<string, string>> = {
  'must be a number': 'must be a number, such as 1499 or 1499.50',
  'must be > 0': 'must be more than 0',
  'must be >= 0': 'must be 0 or more',
  'must have at most 2 decimal places': 'must have at most two digits after the point',
  'must be an integer': 'must be a whole number, such as 12',
  'must be a boolean': 'must be yes or no',
  'must be a string': 'must be a text',
  'must be an array of strings': 'must be a list of texts',
  'must be an array': AS_EXPORTED,
  'must be an object': AS_EXPORTED,
  "must be 'text' or 'image'": 'must have the type text or image',
  'contains invalid characters': 'holds characters that cannot be kept',
  'base64 size must be <= 5MB': 'must be at most 5 MB',
  'must be an image URL or a base64 JPEG, PNG, WebP, GIF or AVIF':
    'must be the address of a picture, or a JPEG, PNG, WebP, GIF or AVIF picture',
}

/** The same for sentences about more than one field. An import adds the names of the fields. */
export const PLAIN_SENTENCES: Readonly<Record<string, string>> = {
  'name, price, description, and stock are required': 'Name, price, description and stock are needed',
  'Maximum 10 images allowed': productTexts.tooMany,
  'Maximum 5 custom questions allowed': `There can be at most ${PRODUCT_LIMITS.questionsMax} questions`,
  'All categories must be in store categories': 'Some categories are not in your store',
  'Product not found or does not belong to this store': 'This product is not in your store',
  'No valid fields to update': 'There is nothing to change',
  'Webhook URL must not point to a private address':
    'The internet does not reach this address. Use one that it reaches.',
}
