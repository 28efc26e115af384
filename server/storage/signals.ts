/** The kinds of work that a commit may have made due. */
export type Topic = 'deliveries' | 'long work'

/**
 * Tells workers, here and in other processes, that there is work. Only a hint: workers also poll now and then, so a
 * lost signal costs only time.
 */
export interface Signals extends AsyncDisposable {
  /** Called after the commit that made the work. */
  raise(topic: Topic): void
  on(topic: Topic, listener: () => void): Disposable
  /** Listens to other processes from now on, and so shows them that a service runs here. */
  attend(): void
}
