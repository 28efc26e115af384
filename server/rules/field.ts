import { hasInvalidCharacters, isLongerThan, isShorterThan } from './characters.ts'
import { hasMoreThanPaise, isTooMuchMoney } from './money.ts'

/** A rule on one value: the JSON Schema that documents it, and the sentence for a value that breaks it. */
export interface Field {
  readonly schema: Record<string, unknown>
  problem(value: unknown, path: string): string | undefined
}

export function text(min: number, max: number, label?: string): Field {
  return {
    schema: { type: 'string', minLength: min, maxLength: max },
    problem(value, path) {
      if (typeof value !== 'string') return `${path} must be a string`
      if (hasInvalidCharacters(value)) return `${path} contains invalid characters`
      if (isShorterThan(value, min) || isLongerThan(value, max)) {
        return `${label ?? path} must be between ${min} and ${max} characters`
      }
      return undefined
    },
  }
}

/** Rupees with at most two decimals. */
export function money(least: '> 0' | '>= 0'): Field {
  const tooLittle = (value: number) => (least === '> 0' ? value <= 0 : value < 0)
  return {
    schema: {
      type: 'number',
      ...(least === '> 0' ? { exclusiveMinimum: 0 } : { minimum: 0 }),
      exclusiveMaximum: 1e10,
      multipleOf: 0.01,
    },
    problem(value, path) {
      if (typeof value !== 'number') return `${path} must be a number`
      if (tooLittle(value)) return `${path} must be ${least}`
      if (isTooMuchMoney(value)) return `${path} is too large`
      if (hasMoreThanPaise(value)) return `${path} must have at most 2 decimal places`
      return undefined
    },
  }
}

export function integer(max: number): Field {
  return {
    schema: { type: 'integer', minimum: 0, maximum: max },
    problem(value, path) {
      if (value === Number.POSITIVE_INFINITY) return `${path} is too large`
      if (value === Number.NEGATIVE_INFINITY) return `${path} must be >= 0`
      if (!Number.isInteger(value)) return `${path} must be an integer`
      if ((value as number) < 0) return `${path} must be >= 0`
      if ((value as number) > max) return `${path} is too large`
      return undefined
    },
  }
}

export const flag: Field = {
  schema: { type: 'boolean' },
  problem: (value, path) => (typeof value === 'boolean' ? undefined : `${path} must be a boolean`),
}

export function strings(mostItems: number): Field {
  return {
    schema: { type: 'array', maxItems: mostItems, items: { type: 'string' } },
    problem(value, path) {
      if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
        return `${path} must be an array of strings`
      }
      if (value.length > mostItems) return `${path} cannot have more than ${mostItems} items`
      const bad = value.findIndex(hasInvalidCharacters)
      return bad < 0 ? undefined : `${path}[${bad}] contains invalid characters`
    },
  }
}

/** An array whose items follow a rule of their own. */
export function list(item: Field, mostItems: number, tooMany: string): Field {
  return {
    schema: { type: 'array', maxItems: mostItems, items: item.schema },
    problem(value, path) {
      if (!Array.isArray(value)) return `${path} must be an array`
      if (value.length > mostItems) return tooMany
      for (const [i, each] of value.entries()) {
        const problem = item.problem(each, `${path}[${i}]`)
        if (problem) return problem
      }
      return undefined
    },
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
