import { isSuccess } from '../rules/webhooks/is-success.ts'
import { type Failure, isOwnFailure, type Stage } from './failure.ts'

const BY_CODE: Record<string, string> = {
  ENOTFOUND: 'The host name does not exist: correct the URL, or add the name to your DNS.',
  ENODATA: 'The host name has no address: add an A or AAAA record to your DNS.',
  NOT_PUBLIC:
    'The host name leads to a private address: point its DNS at an address that the internet reaches.',
  ECONNREFUSED: 'Nothing listens on that port: start your server, or correct the port in the URL.',
  EHOSTUNREACH: 'The address cannot be reached: check its network and firewall.',
  ENETUNREACH:
    'The address cannot be reached: check its network, and drop an AAAA record that does not work.',
  EADDRNOTAVAIL:
    'The address is an IPv6 one, and none of those can be reached from here: add an A record to your DNS.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'The port does not speak HTTPS: use the HTTPS port, or set up a certificate on your server.',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION:
    'Your server speaks old versions of TLS alone: have it speak TLS 1.2 or newer.',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    'Your server asks for a client certificate, and there is none: have it check the signature instead.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'The certificate is self-signed: get one from a public authority such as Let’s Encrypt.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'The certificate comes from a private authority: get one from a public authority such as Let’s Encrypt.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate’s chain is incomplete or its authority private: have your server send the intermediate certificates too, or get a public one.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The certificate’s issuer is unknown: have your server send the intermediate certificates, or get a public one.',
  CERT_HAS_EXPIRED: 'The certificate has expired: renew it.',
  CERT_NOT_YET_VALID:
    'The certificate is not valid yet: check your server’s clock and the certificate’s dates.',
  NO_ANSWER: 'Your server sends without end and does not answer: have it answer with 200 at once.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is for another name: get one for the host name in the URL, or correct the URL.',
}

const BY_STAGE: Record<Stage, string> = {
  dns: 'The host name could not be looked up: check that its DNS servers answer.',
  address: 'The address is not allowed: use one that the internet reaches.',
  connect:
    'No connection came about: check that your server runs and that its firewall lets the port through.',
  tls: 'No secure connection came about: check your server’s certificate and TLS settings.',
  answer: 'Your server broke off its answer: look into its log.',
}

const TOO_SLOW = 'Your server took longer than 5 seconds: answer at once with 200 and do the work afterwards.'

const NOT_HTTP = 'What your server answered is not HTTP: check that the URL leads to a web server.'

const OURS = 'The failure is on our side, not on yours: try again in a few minutes.'

/** What to fix, in one sentence. */
export function adviceFor(failure: Failure): string {
  const { stage, code, timedOut } = failure
  if (isOwnFailure(failure)) return OURS
  if (timedOut && stage === 'answer') return TOO_SLOW
  if (code.startsWith('HPE_')) return NOT_HTTP
  return BY_CODE[code] ?? BY_STAGE[stage]
}

/** 419 is how Laravel refuses a POST that comes without its CSRF token. */
const REFUSING = [401, 403, 419]

/** What to fix when an answer came that does not count as received; undefined when nothing is wrong. */
export function adviceForStatus(status: number, location?: string): string | undefined {
  if (isSuccess(status)) return undefined
  if (status === 410)
    return 'Your server says that the URL is gone for good (410): remove it here or bring it back.'
  if (status === 404 || status === 405)
    return `Your server has nothing that takes a POST at this path (${status}): correct the path, or add the route.`
  if (REFUSING.includes(status))
    return `Your server refuses the request (${status}): let POST through without a login or a CSRF check, or, if it is the signature that it refuses, give it this webhook’s secret and have it check the body as it arrives.`
  if (status >= 300 && status < 400)
    return `Your server redirects (${status})${location ? ` to ${location}` : ''}, which is not followed: use the final URL.`
  if (status === 429)
    return 'Your server limits how often it is called (429): raise that limit for this path.'
  return `Your server answered ${status}: look into its log, and answer with 200 once the event is stored.`
}
