import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { makeCertificate } from '../../harness/servers/certificates.ts'
import { certificateBy, startReceiver, trustReceivers } from '../../harness/servers/receiver.ts'
import { adviceFor } from '../../server/outbound/advice.ts'
import { DAY_MS } from '../../server/rules/values/durations.ts'
import { post, reasonOf } from '../help/post-webhook.ts'

trustReceivers()

describe('TLS is verified, and the exact reason is kept', () => {
  const cases = {
    'a self-signed certificate': [
      makeCertificate({ name: 'localhost', hosts: ['localhost'] }),
      'TLS: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    ],
    'an expired certificate': [
      certificateBy({
        name: 'localhost',
        hosts: ['localhost'],
        from: Date.now() - 2 * DAY_MS,
        to: Date.now() - DAY_MS,
      }),
      'TLS: certificate has expired (CERT_HAS_EXPIRED)',
    ],
    'a certificate of another host': [
      certificateBy({ name: 'other.example.com', hosts: ['other.example.com'] }),
      "TLS: Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: DNS:other.example.com (ERR_TLS_CERT_ALTNAME_INVALID)",
    ],
    'an authority that nobody knows': [
      makeCertificate({
        name: 'localhost',
        hosts: ['localhost'],
        issuer: makeCertificate({ name: 'Another authority' }),
      }),
      'TLS: unable to verify the first certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    ],
  } as const
  for (const [name, [certificate, reason]] of Object.entries(cases)) {
    test(`refuses ${name}`, async () => {
      await using receiver = await startReceiver({ certificate })
      assert.equal(reasonOf(await post(receiver.url)), reason)
      assert.equal(receiver.received.length, 0)
    })
  }

  test('the advice about an unknown authority says that it may be a private one', async () => {
    await using receiver = await startReceiver({ certificate: cases['an authority that nobody knows'][0] })
    const result = await post(receiver.url)
    assert.ok('failure' in result)
    assert.equal(
      adviceFor(result.failure),
      'The certificate’s chain is incomplete or its authority private: have your server send the intermediate certificates too, or get a public one.',
    )
  })
})

describe('a server that does not speak our HTTPS is reported in a few words, with advice', () => {
  const adviceAt = async (port: number) => {
    const result = await post(`https://localhost:${port}/`)
    assert.ok('failure' in result)
    return [result.failure.reason, adviceFor(result.failure)]
  }
  const { key, cert } = certificateBy({ name: 'localhost', hosts: ['localhost'] })
  const secure = (options: object) =>
    createTlsServer({ key, cert, ...options }, (socket) => socket.end('Hello\r\n\r\n'))
  const cases = {
    'plain HTTP': [
      createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      'TLS: wrong version number (ERR_SSL_WRONG_VERSION_NUMBER)',
      'The port does not speak HTTPS: use the HTTPS port, or set up a certificate on your server.',
    ],
    'old TLS': [
      secure({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
      'TLS: tlsv1 alert protocol version (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)',
      'Your server speaks old versions of TLS alone: have it speak TLS 1.2 or newer.',
    ],
    'a server without a cipher in common': [
      secure({ maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA256' }),
      'TLS: ssl/tls alert handshake failure (ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE)',
      'No secure connection came about: check your server’s certificate and TLS settings.',
    ],
    'a server that wants a client certificate': [
      secure({ requestCert: true, rejectUnauthorized: true }),
      'Answer: tlsv13 alert certificate required (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
      'Your server asks for a client certificate, and there is none: have it check the signature instead.',
    ],
    'something else behind TLS': [
      secure({}),
      'Answer: Parse Error: Expected HTTP/, RTSP/ or ICE/ (HPE_INVALID_CONSTANT)',
      'What your server answered is not HTTP: check that the URL leads to a web server.',
    ],
  } as const
  for (const [name, [server, ...told]] of Object.entries(cases)) {
    test(name, async () => {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      try {
        assert.deepEqual(await adviceAt((server.address() as AddressInfo).port), told)
      } finally {
        server.close()
      }
    })
  }
})
