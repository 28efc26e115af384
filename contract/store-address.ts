import { romanise } from './romanise.ts'

export const ADDRESS_MOST = 40

/** The address of a store's page that its name makes: lower-case letters, digits and hyphens. Empty where it has none. */
export const addressIn = (name: string): string =>
  romanise(name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, ADDRESS_MOST)
    .replace(/^-+|-+$/g, '')
