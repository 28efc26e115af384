declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  type Options = {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }
  class S3rver {
    constructor(options: Options)
    /** Called in this order. */
    readonly middleware: S3rver.Middleware[]
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
  namespace S3rver {
    type Context = {
      method: string
      path: string
      status: number
      body: unknown
      get(header: string): string
    }
    type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>
  }
  export = S3rver
}
