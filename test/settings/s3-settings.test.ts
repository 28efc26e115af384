import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../server/config.ts'

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

function read(settings: Record<string, string>) {
  const result = readConfig(settings)
  return 'problems' in result ? result.problems : result.config.imageStore
}

test('the bucket, its endpoint and its keys come from the address and the usual AWS variables', () => {
  const address = 's3://pictures/haat/images/?endpoint=http://127.0.0.1:9000&region=ap-south-1'
  assert.deepEqual(read({ ...keys, AWS_SESSION_TOKEN: 'token', IMAGE_STORE: address }), {
    kind: 's3',
    settings: {
      bucket: 'pictures',
      prefix: 'haat/images',
      endpoint: 'http://127.0.0.1:9000',
      region: 'ap-south-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    },
  })
})

test('a bucket alone is on Amazon S3 in the region of AWS_REGION', () => {
  assert.deepEqual(read({ ...keys, AWS_REGION: 'eu-central-1', IMAGE_STORE: 's3://pictures' }), {
    kind: 's3',
    settings: {
      bucket: 'pictures',
      prefix: '',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    },
  })
})

test('all problems are reported at once', () => {
  assert.deepEqual(read({ IMAGE_STORE: 'https://pictures?endpoint=ftp://x' }), [
    'IMAGE_STORE is not an S3 address. Use s3://bucket?endpoint=https://…&region=…, or unset it for the disk.',
    'The endpoint in IMAGE_STORE is "ftp://x". Use an address that begins with https:// or http://.',
    'AWS_ACCESS_KEY_ID is not set. IMAGE_STORE names a bucket, which needs credentials.',
    'AWS_SECRET_ACCESS_KEY is not set. IMAGE_STORE names a bucket, which needs credentials.',
  ])
})
