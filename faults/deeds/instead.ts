/** The same thing with some of its methods replaced; all others work on the thing itself. */
export function instead<T extends object>(thing: T, methods: Partial<T>): T {
  return new Proxy(thing, {
    get(target, name) {
      if (name in methods) return methods[name as keyof T]
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
