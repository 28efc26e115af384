import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'
import type { Body } from './product-model.ts'

export const CATEGORIES = ['Lamps', 'lamps', 'मिट्टी', "Asha's"]

const anything = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(null, '', 0, -1, 1e21, [], {}, true, 'x'.repeat(600), '\0', '\ud800'),
  },
)

const characters = fc.constantFrom<'grapheme' | typeof anyCharacter>('grapheme', anyCharacter)

const text = (max: number) =>
  fc.oneof(
    { weight: 40, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.ceil(max / 10) }) },
    {
      weight: 1,
      arbitrary: characters.chain((unit) => fc.string({ unit, minLength: max - 2, maxLength: max + 2 })),
    },
  )

const money = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 999_999_999_999 }).map((paise) => paise / 100) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
)

const choices = <T>(item: fc.Arbitrary<T>, most = 20) =>
  fc.oneof(
    { weight: 40, arbitrary: fc.array(item, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(item, { minLength: most - 1, maxLength: most + 2 }) },
  )

const url = fc.oneof(
  { weight: 40, arbitrary: fc.nat(99).map((n) => `https://a.example/${n}.png`) },
  { weight: 1, arbitrary: fc.constantFrom('', 'x', 'ftp://a.example/1', 'https://a.example/\0') },
)

const choice = fc.oneof(
  { weight: 40, arbitrary: text(20) },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(500), 'x'.repeat(501)) },
)

const question = fc.record({
  question: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  type: fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom('text', 'image') },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.constant('\0')) },
  ),
})

const usual: Record<string, fc.Arbitrary<unknown>> = {
  name: fc.oneof(
    { weight: 40, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 3, maxLength: 30 }) },
    { weight: 1, arbitrary: text(30) },
  ),
  price: money,
  description: text(500),
  stock: fc.nat(2_147_483_647),
  current_price: money,
  short_description: text(50),
  shipping_cost: money,
  primary_image: fc.oneof(url, fc.constant(null)),
  images: choices(url, 10),
  variations: choices(choice),
  size: choices(choice),
  colors: choices(choice),
  categories: choices(
    fc.oneof({ weight: 60, arbitrary: fc.constantFrom(...CATEGORIES) }, { weight: 1, arbitrary: text(9) }),
  ),
  is_sale: fc.boolean(),
  is_active: fc.boolean(),
  custom_questions: choices(question, 5),
  internal_note: text(500),
  metadata: fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 5 }), { maxKeys: 4 }),
}

const REQUIRED = ['name', 'price', 'description', 'stock']

/** Mostly valid bodies, sometimes with an unusual value in one of the fields. */
export const productBody = (required: readonly string[] = REQUIRED): fc.Arbitrary<Body> =>
  fc
    .record({ ...usual, unknown: anything }, { requiredKeys: required as never[] })
    .chain((body) =>
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(body) },
        {
          weight: 2,
          arbitrary: fc
            .tuple(fc.constantFrom(...Object.keys(usual)), anything)
            .map(([field, value]) => ({ ...body, [field]: value })),
        },
      ),
    )
    .map((body) => JSON.parse(JSON.stringify(body)))
