// The container's health check, since the image has no curl: does the service in this container answer?
import http from 'node:http'
import https from 'node:https'

const { get } = process.env.TLS_CERT ? https : http
const options = {
  host: '127.0.0.1',
  port: process.env.PORT ?? 3000,
  path: '/healthz',
  timeout: 2000,
  rejectUnauthorized: false,
}

get(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
