import S3rver from 's3rver'
import { temporaryFolder } from './folder.ts'

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
