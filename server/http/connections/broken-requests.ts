import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorCode } from '#contract/errors.ts'
import { isOfApi } from '#contract/operations.ts'
import { API_HEADERS } from '../api/api-headers.ts'
import { refusalJson } from '../errors.ts'
import { answersUnderWay } from './answers.ts'

const CLIENT_ERRORS: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'body_timeout',
}
/**
 * Not STATUS_CODES of `node:http`: importing any value from there loads all of `fetch`, a tenth of the start-up time.
 */
const PHRASES: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
const API_LINES = Object.entries(API_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1/
/** How long the answer may take to arrive before a client that does not hang up is cut off. */
const HANG_UP_AFTER_MS = 2000

/** Plain HTTP, or a request to a proxy, where a TLS handshake should begin. */
const IN_THE_CLEAR = new Set(['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_HTTPS_PROXY_REQUEST'])

/** Sockets whose refusal waits for earlier answers. The parser fails again with each further piece of data. */
const waiting = new WeakSet<Socket>()

/**
 * Input that is not HTTP never becomes a request. Its refusal is written straight to the socket, after the answers to
 * the requests before it. Where the error is in a request's body, the refusal is that request's answer.
 */
export function answerBrokenRequest(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket) {
  const wire = IN_THE_CLEAR.has(error.code ?? '') && (socket as OverTls)._parent
  if (wire) return answerOnSocket(wire, 'https_required')
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  if (waiting.has(socket)) return
  const code = CLIENT_ERRORS[error.code ?? ''] ?? 'bad_request'
  const before = answersUnderWay(socket)?.at(-1)
  if (before?.req.complete) {
    waiting.add(socket)
    return void before.once('close', () => answerOnSocket(socket, code))
  }
  const isCutOff = error.code === 'HPE_INVALID_EOF_STATE'
  if (before) return answerOnSocket(socket, isCutOff ? 'body_aborted' : code, before.req.url)
  const received = String(error.rawPacket)
  const isUnknownMethod = error.code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(received)
  answerOnSocket(socket, isUnknownMethod ? 'not_found' : code, received.split(' ', 2)[1])
}

/** Node has no public way to the connection below one whose handshake has failed. */
type OverTls = Socket & { _parent?: Socket }

/**
 * Refuses CONNECT. Node hands the socket over and forgets the answers that it still has to send on it, without closing
 * the files that they send. So a client that did not wait for those answers is disconnected, and the requests and
 * answers are destroyed, as when a client goes away.
 */
export function refuseConnect({ socket }: IncomingMessage, stream: Socket) {
  const owed = answersUnderWay(socket) ?? []
  if (owed.length === 0) return answerOnSocket(stream, 'not_found')
  socket.on('error', () => {})
  for (const response of owed) {
    response.req.destroy()
    response.destroy()
  }
  socket.destroy()
}

/** Node handles neither errors nor the end of a socket that it has handed over, so this does. */
function answerOnSocket(socket: Socket, code: ErrorCode, url = '') {
  socket.on('error', () => {})
  const refusal = new ApiError(code)
  const json = refusalJson(refusal)
  socket.end(
    `HTTP/1.1 ${refusal.status} ${PHRASES[refusal.status]}\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(json)}\r\n` +
      `x-request-id: ${randomUUID()}\r\n${isOfApi(url) ? API_LINES : ''}` +
      `connection: close\r\n\r\n${json}`,
  )
  const hangUp = setTimeout(() => socket.destroy(), HANG_UP_AFTER_MS).unref()
  socket.resume().once('close', () => clearTimeout(hangUp))
}
