/**
 * A set that thousands of waiters enter and leave each second. An array whose places are reused: a Set would leave
 * outgrown hash tables behind, which keep their members alive and outlive the collections of young objects.
 */
export class SlotSet<T extends object> {
  readonly #places: (T | undefined)[] = []
  readonly #free: number[] = []

  get size(): number {
    return this.#places.length - this.#free.length
  }

  /** Returns the member's place, by which it leaves. */
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
