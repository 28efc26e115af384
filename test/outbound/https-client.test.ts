import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { startDnsServer } from '../../harness/servers/dns-server.ts'
import { certificateBy, startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { adviceFor } from '../../server/outbound/advice.ts'
import { failureOf, isOwnFailure } from '../../server/outbound/failure.ts'
import { HttpsWebhookClient } from '../../server/outbound/https-client.ts'
import { parseNetworks } from '../../server/rules/network/public-address.ts'
import { LOOPBACK, post, posting, reasonOf } from '../help/post-webhook.ts'

trustReceivers()

describe('one deadline of 5 seconds covers everything', { concurrency: true }, () => {
  test('a receiver that never answers', async () => {
    await using receiver = await startReceiver({ answer: () => {} })
    assert.equal(
      reasonOf(await post(receiver.url)),
      'Timeout: 5 seconds passed while waiting for the whole answer',
    )
  })

  test('a receiver that falls silent on a kept-alive connection, which is not reused afterwards', async () => {
    await using receiver = await startReceiver({
      answer: (response, { path }) => void (path === '/silence' || response.end()),
    })
    using client = new HttpsWebhookClient(LOOPBACK)
    const to = async (path: string) => reasonOf(await client.post(posting(new URL(path, receiver.url).href)))
    assert.equal(await to('/before'), 'Status 200')
    assert.equal(await to('/silence'), 'Timeout: 5 seconds passed while waiting for the whole answer')
    for (const path of ['/after', '/later']) assert.equal(await to(path), 'Status 200')
    const paths = receiver.received.map(({ path }) => path)
    assert.deepEqual(paths, ['/before', '/silence', '/after', '/later'])
  })

  test('a body that drips without end, although the status was good', async () => {
    await using receiver = await startReceiver({
      answer: (response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write('.'), 50)
        response.on('close', () => clearInterval(drip))
      },
    })
    assert.equal(
      reasonOf(await post(receiver.url)),
      'Timeout: 5 seconds passed while waiting for the whole answer',
    )
  })

  test('a server that accepts and then says nothing', async () => {
    await using silent = await silentServer()
    const result = await post(`https://localhost:${silent.port}/`)
    assert.equal(reasonOf(result), 'Timeout: 5 seconds passed while negotiating TLS')
    assert.equal('failure' in result && result.failure.timedOut, true)
  })

  test('a name whose DNS servers do not answer', async () => {
    using server = await startDnsServer(() => 'silence')
    const result = await post('https://silent.example/', LOOPBACK, [server.address])
    assert.match(reasonOf(result), /^(Timeout: 5 seconds passed while looking up the name|DNS: .*ETIMEOUT)/)
  })
})

describe('an answer', () => {
  test('is read up to 64 KB and kept up to 2 KB', async () => {
    let sent = 0
    await using receiver = await startReceiver({
      answer: (response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384
        }
        response.on('drain', more)
        more()
      },
    })
    const result = await post(receiver.url)
    assert.ok('status' in result)
    assert.equal(result.status, 200)
    assert.equal(result.answer, 'x'.repeat(2048))
    assert.ok(sent < 20 * 1024 * 1024, `${sent} bytes were taken`)
  })

  test('is read up to a thousand chunks, however small', async () => {
    await using receiver = await startReceiver({
      answer: (response) => {
        const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
        response.socket!.write(head + '1\r\nx\r\n'.repeat(5000))
      },
    })
    const result = await post(receiver.url)
    assert.deepEqual('status' in result && [result.status, result.answer], [200, 'x'.repeat(1024)])
  })

  test('becomes text that every database accepts', async () => {
    await using receiver = await startReceiver({
      answer: (response) => response.end(Buffer.from([0x61, 0, 0xff, 0x62])),
    })
    const result = await post(receiver.url)
    assert.equal('status' in result && result.answer, 'a\ufffd\ufffdb')
  })

  for (const [what, unit] of [
    ['hints', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['blank lines', '\r\n'],
  ] as const) {
    test(`that is preceded by endless ${what} is not waited for`, async () => {
      const block = unit.repeat(1000)
      await using receiver = await startReceiver({
        answer: ({ socket }) => {
          const more = () => {
            while (!socket!.destroyed && socket!.write(block));
          }
          socket!.on('drain', more)
          more()
        },
      })
      assert.equal(reasonOf(await post(receiver.url)), 'Answer: 128 KB arrived without an answer (NO_ANSWER)')
    })
  }

  test('is read after an early hint', async () => {
    await using receiver = await startReceiver({
      answer: (response) => {
        response.writeEarlyHints({ link: '</a>; rel=preload' })
        response.end('taken')
      },
    })
    const result = await post(receiver.url)
    assert.deepEqual('status' in result && [result.status, result.answer], [200, 'taken'])
  })

  test('that breaks off in the middle is a failure', async () => {
    await using receiver = await startReceiver({
      answer: (response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half', () => response.destroy())
      },
    })
    assert.equal(reasonOf(await post(receiver.url)), 'Answer: aborted (ECONNRESET)')
  })

  test('that changes the protocol counts at once, by its status', async () => {
    await using receiver = await startReceiver({
      answer: ({ socket }) =>
        void socket!.write(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
        ),
    })
    assert.equal(reasonOf(await post(receiver.url)), 'Status 101')
  })

  test('that is not HTTP is a failure', async () => {
    await using receiver = await startReceiver({
      answer: (response) => void response.socket!.end('SSH-2.0-OpenSSH_9.9\r\n'),
    })
    assert.match(reasonOf(await post(receiver.url)), /^Answer: Parse Error/)
  })
})

describe('only public addresses are connected to', () => {
  test('a literal address of this machine is refused', async () => {
    await using receiver = await startReceiver()
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
      const { failure } = (await post(`https://${host}:${receiver.port}/`, [])) as {
        failure: { code: string }
      }
      assert.equal(failure.code, 'NOT_PUBLIC', host)
    }
    assert.equal(receiver.received.length, 0)
  })

  test('a post does not reveal whether a port of this machine is open', async () => {
    const closed = reasonOf(await post('https://127.0.0.1:1/', []))
    assert.equal(closed, 'Address: 127.0.0.1 is not a public address')
  })

  test('a name with one private address among public ones is refused', async () => {
    await using silent = await silentServer()
    using server = await startDnsServer(() => ['8.8.8.8', '127.0.0.1'])
    const result = await post(`https://mixed.example:${silent.port}/`, [], [server.address])
    assert.equal(reasonOf(result), 'Address: 127.0.0.1 is not a public address')
    assert.equal(silent.connections(), 0)
  })

  test('a name with only an IPv6 address is looked up and judged by it', async () => {
    using server = await startDnsServer(
      () => [],
      () => ['0:0:0:0:0:0:0:1'],
    )
    const result = await post('https://six.example/', [], [server.address])
    assert.equal(reasonOf(result), 'Address: ::1 is not a public address')
  })

  test('localhost, also by the hosts file, is refused', async () => {
    await using receiver = await startReceiver()
    assert.match(reasonOf(await post(receiver.url, [])), /^Address: .* is not a public address$/)
    assert.equal(receiver.received.length, 0)
  })

  test('the connection goes to the address that was checked, whatever DNS says a moment later', async () => {
    const certificate = certificateBy({ name: 'turning.example', hosts: ['turning.example'] })
    await using receiver = await startReceiver({ certificate })
    let questions = 0
    using server = await startDnsServer(() => (++questions === 1 ? ['127.0.0.1'] : ['127.0.0.2']))
    const only = parseNetworks('127.0.0.1')!
    const url = `https://turning.example:${receiver.port}/`
    assert.equal(reasonOf(await post(url, only, [server.address])), 'Status 200')
    assert.equal(server.asked.get('turning.example'), 1)
    assert.equal(
      reasonOf(await post(url, only, [server.address])),
      'Address: 127.0.0.2 is not a public address',
    )
  })

  test('a name that does not exist fails with that reason', async () => {
    using server = await startDnsServer(() => undefined)
    const result = await post('https://nothing.example/', [], [server.address])
    assert.equal(reasonOf(result), 'DNS: queryA ENOTFOUND nothing.example')
  })

  test('a closed port fails with that reason', async () => {
    const result = await post('https://127.0.0.1:1/')
    assert.equal(reasonOf(result), 'Connect: connect ECONNREFUSED 127.0.0.1:1')
    assert.ok('failure' in result && !isOwnFailure(result.failure))
    assert.match(adviceFor(result.failure), /^Nothing listens on that port/)
  })

  test('an unreachable DNS server is our failure, not the receiver’s', async () => {
    const result = await post('https://shop.example/', [], ['127.0.0.1:9'])
    assert.equal(reasonOf(result), 'DNS: queryA ECONNREFUSED shop.example')
    assert.ok('failure' in result && isOwnFailure(result.failure))
    assert.equal(
      adviceFor(result.failure),
      'The failure is on our side, not on yours: try again in a few minutes.',
    )
  })

  test('EADDRNOTAVAIL is our failure on IPv4; on IPv6 it means that this machine has none', () => {
    const failureTo = (address: string) => {
      const unavailable = { code: 'EADDRNOTAVAIL', address }
      return failureOf(
        Object.assign(new Error(`connect EADDRNOTAVAIL ${address}:443`), unavailable),
        'connect',
      )
    }
    const [four, six] = [failureTo('203.0.113.1'), failureTo('2001:db8::1')]
    assert.deepEqual([isOwnFailure(four), isOwnFailure(six)], [true, false])
    assert.equal(six.reason, 'Connect: connect EADDRNOTAVAIL 2001:db8::1:443')
    assert.match(adviceFor(six), /^The address is an IPv6 one, .*: add an A record to your DNS\.$/)
  })

  for (const [what, address, expected] of [
    ['to an address that is not allowed', '10.0.0.1', 'Address: 10.0.0.1 is not a public address'],
    ['that is reset at once', undefined, 'Connect: the connection was reset at once (ECONNRESET)'],
  ] as const) {
    test(`nothing is sent on a connection ${what}`, async () => {
      await using receiver = await startReceiver()
      Object.defineProperty(TLSSocket.prototype, 'remoteAddress', { configurable: true, get: () => address })
      try {
        assert.equal(reasonOf(await post(receiver.url)), expected)
      } finally {
        Reflect.deleteProperty(TLSSocket.prototype, 'remoteAddress')
      }
      assert.equal(receiver.received.length, 0)
    })
  }
})

describe('connections', () => {
  test('are kept and used again', async () => {
    const sockets = new Set<Socket>()
    await using receiver = await startReceiver({
      answer: (response, _, request) => {
        sockets.add(request.socket)
        response.end()
      },
    })
    using client = new HttpsWebhookClient(LOOPBACK)
    for (let i = 0; i < 3; i++) assert.equal(reasonOf(await client.post(posting(receiver.url))), 'Status 200')
    assert.equal(sockets.size, 1)
  })

  test('that the other side closes meanwhile are replaced by a fresh one', async () => {
    let calls = 0
    await using receiver = await startReceiver({
      answer: (response) => (++calls === 2 ? response.destroy() : response.end()),
    })
    using client = new HttpsWebhookClient(LOOPBACK)
    assert.equal(reasonOf(await client.post(posting(receiver.url))), 'Status 200')
    assert.equal(reasonOf(await client.post(posting(receiver.url))), 'Status 200')
    assert.equal(calls, 3)
  })

  test('that are closed at the first request are not opened again', async () => {
    let calls = 0
    await using receiver = await startReceiver({
      answer: (response) => {
        calls++
        response.destroy()
      },
    })
    assert.equal(reasonOf(await post(receiver.url)), 'Answer: socket hang up (ECONNRESET)')
    assert.equal(calls, 1)
  })

  test('that are replaced begin with the DNS look-up, and report its failure', async () => {
    const certificate = certificateBy({ name: 'gone.example', hosts: ['gone.example'] })
    let calls = 0
    const answer = (response: ServerResponse) => void (++calls === 2 ? response.destroy() : response.end())
    await using receiver = await startReceiver({ certificate, answer })
    using server = await startDnsServer(() => (calls === 0 ? ['127.0.0.1'] : undefined))
    using client = new HttpsWebhookClient(LOOPBACK, [server.address])
    const url = `https://gone.example:${receiver.port}/`
    assert.equal(reasonOf(await client.post(posting(url))), 'Status 200')
    const gone = 'DNS: queryA ENOTFOUND gone.example'
    assert.equal(reasonOf(await client.post(posting(url))), gone)
  })
})

async function silentServer() {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    count++
    sockets.add(socket.on('error', () => {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
