/**
 * Those who wait, by the thousand a second. An array with places that are taken again, since a Set that so many pass
 * through leaves outgrown tables behind, each with those it held, and they outlive the collections of young objects.
 */
export class Crowd<T extends object> {
  readonly #places: (T | undefined)[] = []
  readonly #free: number[] = []

  get size(): number {
    return this.#places.length - this.#free.length
  }

  /** Gives the place to leave from. */
  enter(member: T): number {
    const place = this.#free.pop() ?? this.#places.length
    this.#places[place] = member
    return place
  }

  leave(place: number): void {
    this.#places[place] = undefined
    this.#free.push(place)
  }

  all(): T[] {
    return this.#places.filter((member) => member !== undefined)
  }
}
