import S3rver from 's3rver'
import { temporaryFolder } from '../services/folder.ts'

export const S3_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
export const S3_BUCKET = 'pictures'

/** A server that speaks S3, with one empty bucket. */
export async function startS3() {
  const folder = await temporaryFolder()
  const peer = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder.path,
    configureBuckets: [{ name: S3_BUCKET, configs: [] }],
  })
  peer.middleware.unshift(onlyFirst())
  const { port } = await peer.run()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    settings: {
      IMAGE_STORE: `s3://${S3_BUCKET}?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    },
    async [Symbol.asyncDispose]() {
      await peer.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Adds what the package lacks: `If-None-Match: *`, with which only one of concurrent puts of a name succeeds. */
function onlyFirst(): S3rver.Middleware {
  const putting = new Map<string, Promise<void>>()
  return async (context, next) => {
    const { method, path } = context
    if (method === 'DELETE') putting.delete(path)
    if (method !== 'PUT') return next()
    const first = context.get('if-none-match') === '*' ? putting.get(path) : undefined
    if (!first) {
      putting.set(path, next())
      return putting.get(path)
    }
    await first
    Object.assign(context, { status: 412, body: '<Error><Code>PreconditionFailed</Code></Error>' })
  }
}
