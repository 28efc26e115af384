export const QUESTION_TYPES = ['text', 'image'] as const

export type CustomQuestion = { question: string; type: (typeof QUESTION_TYPES)[number] }

/** A product as Get Product returns it. `origional_price` is spelled as the specification spells it. */
export type PublicProduct = {
  id: string
  created_at: string
  store_id: string
  name: string
  origional_price: number
  current_price: number
  shipping_cost: number
  short_description: string
  long_description: string
  variations: string[]
  size: string[]
  colors: string[]
  categories: string[]
  is_sale: boolean
  custom_questions: CustomQuestion[]
  is_active: boolean
  stock: number
  internal_note: string
  primary_image: string | null
  images: string[]
  metadata: Record<string, unknown>
}

export const PRODUCT_LIMITS = {
  nameMin: 3,
  nameMax: 30,
  descriptionMax: 500,
  shortDescriptionMax: 50,
  shortDescriptionDefault: 100,
  internalNoteMax: 500,
  imagesMax: 10,
  imageBytesMax: 5 * 1024 * 1024,
  imagePixelsMax: 40_000_000,
  choicesMax: 20,
  choiceMax: 500,
  questionsMax: 5,
  questionMax: 200,
  stockMax: 2_147_483_647,
  metadataBytesMax: 16 * 1024,
  metadataDepthMax: 5,
} as const
