/** What may have become due because of a commit. */
export type Topic = 'deliveries' | 'long work'

/**
 * Tells workers, here and in other processes, that there is work. Only a hint: whoever listens also looks by itself now
 * and then, so a lost one costs time and nothing else.
 */
export interface Signals extends AsyncDisposable {
  /** Said after the commit that made the work. */
  raise(topic: Topic): void
  on(topic: Topic, listener: () => void): Disposable
  /** Hears other processes from now on, which can tell by it that a service runs here. */
  attend(): void
}
