import { connect } from 'node:net'

/** A TCP connection on which a test writes arbitrary bytes. */
export function rawSocket(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  let received = ''
  let woken = () => {}
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
    woken()
  })
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      resolve()
      woken()
    })
  })
  return {
    socket,
    write: (bytes: string | Uint8Array) => void socket.write(bytes),
    /** Everything received until the server closed the connection. */
    async untilClosed(): Promise<string> {
      await closed
      return received
    },
    /** What is received up to and including the text, or up to the end of the connection. */
    async until(text: string): Promise<string> {
      while (!received.includes(text) && !socket.closed) {
        await new Promise<void>((resolve) => {
          woken = resolve
        })
      }
      return received
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

/** Sends the bytes on a new connection. The request must ask the server to close it, or be malformed. */
export async function rawAnswer(url: string, bytes: string | Uint8Array) {
  using raw = rawSocket(url)
  raw.write(bytes)
  return parseAnswer(await raw.untilClosed())
}

/** The last of the answers in a text. */
export function parseAnswer(text: string) {
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '))
  const [head = '', body = ''] = last.split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  const named = new Headers(headers.map((header) => header.split(/: ?(.*)/).slice(0, 2) as [string, string]))
  const isPage = named.get('content-type')?.startsWith('text/html')
  return {
    status: Number(line.split(' ')[1]),
    headers: named,
    body: body === '' || isPage ? undefined : JSON.parse(body),
    text,
  }
}

/** Sends the body only after `meanwhile`. The request was admitted before: the server has answered 100 Continue. */
export async function lateBody(
  url: string,
  line: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
  meanwhile: () => Promise<unknown>,
) {
  using raw = rawSocket(url)
  const all = {
    host: 'localhost',
    connection: 'close',
    expect: '100-continue',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  raw.write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  await raw.until('100 Continue\r\n\r\n')
  await meanwhile()
  raw.write(body)
  return parseAnswer(await raw.untilClosed())
}
