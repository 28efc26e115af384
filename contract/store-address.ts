import { romanise } from './romanise.ts'

export const ADDRESS_MOST = 40

/** The address of a store's page that its name makes: lower-case letters, digits and hyphens. Empty where it has none. */
export const addressIn = (name: string): string =>
  shortened(
    romanise(name)
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, ''),
  )

/** As many whole words as fit; a word is cut only where that would leave less than half. */
const WHOLE_WORDS = new RegExp(`^.{${ADDRESS_MOST / 2},${ADDRESS_MOST}}(?=-)`)

const shortened = (address: string): string =>
  address.length <= ADDRESS_MOST
    ? address
    : (WHOLE_WORDS.exec(address)?.[0] ?? address.slice(0, ADDRESS_MOST))
