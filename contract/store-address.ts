import { romanise } from './romanise.ts'

export const ADDRESS_MOST = 40

/** Derives a store's address from its name: lower-case letters, digits and hyphens. Empty where none fit. */
export const addressIn = (name: string): string =>
  shortened(
    romanise(name)
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, ''),
  )

/** Keeps as many whole words as fit. It cuts a word only where the whole words would fill less than half. */
const WHOLE_WORDS = new RegExp(`^.{${ADDRESS_MOST / 2},${ADDRESS_MOST}}(?=-)`)

const shortened = (address: string): string =>
  address.length <= ADDRESS_MOST
    ? address
    : (WHOLE_WORDS.exec(address)?.[0] ?? address.slice(0, ADDRESS_MOST))
