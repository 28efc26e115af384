import type { FastifyRequest } from 'fastify'

/** Whether the client takes answers in this encoding. Some name one only to refuse it: `gzip;q=0`. */
export const takesEncoding = ({ headers }: FastifyRequest, name: 'br' | 'gzip'): boolean =>
  (headers['accept-encoding'] ?? '').split(',').some((each) => {
    const [coding, weight = ''] = each.split(';').map((part) => part.trim().toLowerCase())
    return coding === name && !/^q=0(\.0*)?$/.test(weight)
  })
