import { PRODUCT_LIMITS } from '#contract/products.ts'
import { hasInvalidCharacters } from '../values/characters.ts'
import { type Field, isObject } from '../values/field.ts'

const { metadataBytesMax, metadataDepthMax } = PRODUCT_LIMITS

/** Writing deeper metadata as JSON could overflow the stack; it is refused for its depth anyway. */
const DEPTH_WORTH_MEASURING = 500

const say = (path: string) => ({
  type: `${path} must be an object`,
  characters: `${path} contains invalid characters`,
  number: `${path} contains a number that is too large`,
  size: `${path} must be at most 16 KB`,
  depth: `${path} must be at most ${metadataDepthMax} levels deep`,
})

export const metadata: Field = {
  schema: {
    type: 'object',
    additionalProperties: true,
    description: `At most ${metadataBytesMax} bytes as JSON in UTF-8 without white space, and ${metadataDepthMax} levels deep, itself being the first.`,
  },
  problem(value, path) {
    if (!isObject(value)) return say(path).type
    const { depth, invalidCharacters, infinite } = survey(value)
    if (invalidCharacters) return say(path).characters
    if (infinite) return say(path).number
    if (depth <= DEPTH_WORTH_MEASURING && Buffer.byteLength(JSON.stringify(value)) > metadataBytesMax) {
      return say(path).size
    }
    return depth > metadataDepthMax ? say(path).depth : undefined
  },
  sentences: (path) => Object.values(say(path)),
}

/** Walks without recursion, so that no nesting can exhaust the stack. */
function survey(root: object) {
  const found = { depth: 0, invalidCharacters: false, infinite: false }
  const open: Array<[value: unknown, depth: number]> = [[root, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    if (typeof value === 'string') found.invalidCharacters ||= hasInvalidCharacters(value)
    else if (typeof value === 'number') found.infinite ||= !Number.isFinite(value)
    else if (typeof value === 'object' && value !== null) {
      found.depth = Math.max(found.depth, depth)
      for (const key of Object.keys(value)) {
        found.invalidCharacters ||= hasInvalidCharacters(key)
        open.push([(value as Record<string, unknown>)[key], depth + 1])
      }
    }
  }
  return found
}
