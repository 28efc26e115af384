/** Whether two plain values are equal. Identical references are not compared further, which matters for pictures. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]))
  )
}

/** The fields that differ from `start`. */
export const changedFrom = <T extends object>(start: T, values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !same(value, start[name as keyof T])),
  ) as Partial<T>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
