import { hasInvalidCharacters, isLongerThan, isShorterThan } from './characters.ts'
import { hasMoreThanPaise, isTooMuchMoney, TOO_MANY_RUPEES } from './money.ts'

/** A rule on one value: the JSON Schema that documents it, and the sentence for a value that breaks it. */
export interface Field {
  readonly schema: Record<string, unknown>
  problem(value: unknown, path: string): string | undefined
  /** Every sentence that `problem` can answer with, for the documentation. */
  sentences(path: string): string[]
}

export function text(min: number, max: number, label?: string): Field {
  const say = (path: string) => ({
    type: `${path} must be a string`,
    characters: `${path} contains invalid characters`,
    length: `${label ?? path} must be between ${min} and ${max} characters`,
  })
  return {
    schema: { type: 'string', minLength: min, maxLength: max },
    problem(value, path) {
      if (typeof value !== 'string') return say(path).type
      if (hasInvalidCharacters(value)) return say(path).characters
      return isShorterThan(value, min) || isLongerThan(value, max) ? say(path).length : undefined
    },
    sentences: (path) => Object.values(say(path)),
  }
}

/** Rupees with at most two decimals. */
export function money(least: '> 0' | '>= 0'): Field {
  const tooLittle = (value: number) => (least === '> 0' ? value <= 0 : value < 0)
  const say = (path: string) => ({
    type: `${path} must be a number`,
    least: `${path} must be ${least}`,
    most: `${path} is too large`,
    decimals: `${path} must have at most 2 decimal places`,
  })
  return {
    schema: {
      type: 'number',
      ...(least === '> 0' ? { exclusiveMinimum: 0 } : { minimum: 0 }),
      exclusiveMaximum: TOO_MANY_RUPEES,
      // Not `multipleOf: 0.01`: validators divide floating-point numbers and would refuse 19.99.
      description: 'At most 2 decimals, so round what was calculated, and 10 digits before them.',
    },
    problem(value, path) {
      if (typeof value !== 'number') return say(path).type
      if (tooLittle(value)) return say(path).least
      if (isTooMuchMoney(value)) return say(path).most
      return hasMoreThanPaise(value) ? say(path).decimals : undefined
    },
    sentences: (path) => Object.values(say(path)),
  }
}

export function integer(max: number): Field {
  const say = (path: string) => ({
    type: `${path} must be an integer`,
    least: `${path} must be >= 0`,
    most: `${path} is too large`,
  })
  return {
    schema: { type: 'integer', minimum: 0, maximum: max },
    problem(value, path) {
      const infinite = value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
      if (!infinite && !Number.isInteger(value)) return say(path).type
      if ((value as number) < 0) return say(path).least
      return (value as number) > max ? say(path).most : undefined
    },
    sentences: (path) => Object.values(say(path)),
  }
}

export const flag: Field = {
  schema: { type: 'boolean' },
  problem: (value, path) => (typeof value === 'boolean' ? undefined : `${path} must be a boolean`),
  sentences: (path) => [`${path} must be a boolean`],
}

/** A value that is no list of strings gets one sentence for the whole; each string is then checked alone. */
export function strings(mostItems: number, mostCharacters: number): Field {
  const item = text(0, mostCharacters)
  const wrongType = (path: string) => `${path} must be an array of strings`
  const tooMany = (path: string) => `${path} cannot have more than ${mostItems} items`
  return {
    schema: { type: 'array', maxItems: mostItems, items: item.schema },
    problem(value, path) {
      if (!Array.isArray(value) || value.some((each) => typeof each !== 'string')) return wrongType(path)
      return value.length > mostItems ? tooMany(path) : firstProblem(item, value, path)
    },
    sentences: (path) => [wrongType(path), tooMany(path), ...item.sentences(`${path}[0]`).slice(1)],
  }
}

/** An array whose items follow a rule of their own. */
export function list(item: Field, mostItems: number, tooMany: string): Field {
  const wrongType = (path: string) => `${path} must be an array`
  return {
    schema: { type: 'array', maxItems: mostItems, items: item.schema },
    problem(value, path) {
      if (!Array.isArray(value)) return wrongType(path)
      return value.length > mostItems ? tooMany : firstProblem(item, value, path)
    },
    sentences: (path) => [wrongType(path), tooMany, ...item.sentences(`${path}[0]`)],
  }
}

function firstProblem(item: Field, items: readonly unknown[], path: string): string | undefined {
  for (const [i, each] of items.entries()) {
    const problem = item.problem(each, `${path}[${i}]`)
    if (problem) return problem
  }
  return undefined
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
