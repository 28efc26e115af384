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
/** Not Node's own list: to import anything from `node:http` loads all of `fetch`, a tenth of the time that a start takes. */
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
/** Time for the answer to arrive, where the client does not hang up then. */
const HANG_UP_AFTER_MS = 2000

/** Plain HTTP, or a request to a proxy, where a handshake should begin. */
const IN_THE_CLEAR = new Set(['ERR_SSL_HTTP_REQUEST', 'ERR_SSL_HTTPS_PROXY_REQUEST'])

/** With each piece that follows the parser fails once more. */
const waiting = new WeakSet<Socket>()

/**
 * What is not HTTP never becomes a request; it gets its answer straight on the socket, behind those of the requests that
 * came before it. Where it stands in the body of one, it is that one's answer.
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
  if (before) return answerOnSocket(socket, code, before.req.url)
  const received = String(error.rawPacket)
  const isUnknownMethod = error.code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(received)
  answerOnSocket(socket, isUnknownMethod ? 'not_found' : code, received.split(' ', 2)[1])
}

/** Node has no public way to the connection below one whose handshake has failed. */
type OverTls = Socket & { _parent?: Socket }

/**
 * Nobody is connected anywhere. Node hands the connection over and forgets what it still owes on it, down to the files that
 * were to be sent: who has not waited for that is hung up on, and all of it given up as when a client is gone.
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

/** Node no longer looks after a socket that it hands over: neither its errors nor its end. */
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
