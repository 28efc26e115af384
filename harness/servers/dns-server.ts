import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TYPE_A = 1
const TYPE_AAAA = 28
const NO_SUCH_NAME = 3

/** The addresses of a name; undefined: there is no such name; 'silence': no answer ever. */
type Answer = (name: string) => string[] | undefined | 'silence'

/**
 * A real DNS server on this machine. It counts the queries for the IPv4 addresses of each name. IPv6 addresses must be
 * given in full, without `::`.
 */
export async function startDnsServer(answer: Answer, answerIPv6: Answer = () => []) {
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    if (type === TYPE_A) asked.set(name, (asked.get(name) ?? 0) + 1)
    const addresses = type === TYPE_A ? answer(name) : type === TYPE_AAAA ? answerIPv6(name) : []
    if (addresses === 'silence') return
    const records = addresses ?? []
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | (addresses ? 0 : NO_SUCH_NAME), 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records.map(record)]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    [Symbol.dispose]: () => socket.close(),
  }
}

function questionOf(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** An answer record for the queried name: class IN, with a TTL of zero. */
function record(address: string) {
  const isIPv6 = address.includes(':')
  const bytes = isIPv6
    ? Buffer.from(address.replace(/[^:]+/g, (group) => group.padStart(4, '0')).replaceAll(':', ''), 'hex')
    : Buffer.from(address.split('.').map(Number))
  const type = isIPv6 ? TYPE_AAAA : TYPE_A
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes])
}
