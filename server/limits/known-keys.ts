import type { Engine } from '../storage/engine.ts'
import { andThen, type MaybePromise } from '../storage/maybe-promise.ts'
import { countKeyChanges, findStoreOfKey } from '../storage/stores/api-keys.ts'

const MOST_KEYS = 50_000

/**
 * Caches the store of each key until the database says that a key has been replaced or removed. It asks whenever the
 * database's version shows that any process has committed anything. Where there is no version, nothing is cached.
 */
export class KnownKeys {
  readonly #db: Engine
  readonly #most: number
  readonly #stores = new Map<string, string>()
  #version: number | undefined
  #changes: number | undefined

  constructor(db: Engine, most = MOST_KEYS) {
    this.#db = db
    this.#most = most
  }

  storeOf(keyHash: string): MaybePromise<string | undefined> {
    const version = this.#db.version()
    if (version === undefined) return andThen(findStoreOfKey(this.#db, keyHash), (key) => key?.store_id)
    return andThen(this.#upTo(version), () => this.#stores.get(keyHash) ?? this.#learn(keyHash))
  }

  #upTo(version: number): MaybePromise<void> {
    if (version === this.#version) return
    return andThen(countKeyChanges(this.#db), (changes) => {
      if (changes !== this.#changes) this.#stores.clear()
      this.#changes = changes
      this.#version = version
    })
  }

  #learn(keyHash: string): MaybePromise<string | undefined> {
    return andThen(findStoreOfKey(this.#db, keyHash), (key) => {
      if (key && this.#stores.size >= this.#most) this.#stores.clear()
      if (key) this.#stores.set(keyHash, key.store_id)
      return key?.store_id
    })
  }
}
