import type { Setting, Wrong } from './setting.ts'

export type S3Settings = {
  bucket: string
  /** Without slashes at its ends; empty for the whole bucket. */
  prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

const ADDRESS =
  'IMAGE_STORE is not an S3 address. Use s3://bucket?endpoint=https://…&region=…, or unset it for the disk.'

/** `s3://bucket/prefix?endpoint=…&region=…` and the usual AWS_* variables → settings. */
export function s3SettingsOf(address: string, setting: Setting, wrong: Wrong): S3Settings {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]+$/.test(url.hostname)) wrong(ADDRESS)
  const query = url?.searchParams
  const strange = [...(query?.keys() ?? [])].filter((name) => !/^(endpoint|region)$/.test(name))
  if (strange.length > 0) wrong(`IMAGE_STORE holds "${strange.join(', ')}". It may hold endpoint and region.`)
  const region = query?.get('region') ?? setting('AWS_REGION') ?? setting('AWS_DEFAULT_REGION') ?? 'us-east-1'
  const endpoint =
    query?.get('endpoint') ?? setting('AWS_ENDPOINT_URL_S3') ?? `https://s3.${region}.amazonaws.com`
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    wrong(
      `The endpoint in IMAGE_STORE is "${endpoint}". Use an address that begins with https:// or http://.`,
    )
  }
  const sessionToken = setting('AWS_SESSION_TOKEN')
  return {
    bucket: url?.hostname ?? '',
    prefix: url?.pathname.replace(/^\/+|\/+$/g, '') ?? '',
    endpoint,
    region,
    accessKeyId: needed('AWS_ACCESS_KEY_ID', setting, wrong),
    secretAccessKey: needed('AWS_SECRET_ACCESS_KEY', setting, wrong),
    ...(sessionToken && { sessionToken }),
  }
}

function needed(name: string, setting: Setting, wrong: Wrong): string {
  const value = setting(name)
  if (!value) wrong(`${name} is not set. IMAGE_STORE names a bucket, which needs credentials.`)
  return value ?? ''
}
