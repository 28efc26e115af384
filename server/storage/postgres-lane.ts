import pg from 'pg'

/** What pg's clients have and its types do not tell. */
export type CuttableClient = pg.Client & { connection: { stream: { destroy(): void } } }

/** One connection on which queries follow each other without waiting for answers. It reconnects when it is lost. */
export class Lane implements AsyncDisposable {
  readonly #settings: pg.ClientConfig
  #client: Promise<pg.Client> | undefined
  #open: CuttableClient | undefined

  constructor(settings: pg.ClientConfig) {
    this.#settings = settings
  }

  async ask(text: string, name: string, values: unknown[]): Promise<Array<Record<string, unknown>>> {
    this.#client ??= this.#connect()
    const client = await this.#client
    return (await client.query({ name, text, values })).rows
  }

  /** Gives the connection up at once; whoever waits on it is told. */
  cut() {
    this.#open?.connection.stream.destroy()
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#settings) as CuttableClient
    this.#open = client
    const forget = () => {
      this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    try {
      await client.connect()
    } catch (error) {
      forget()
      throw error
    }
    return client
  }

  async [Symbol.asyncDispose]() {
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }
}
