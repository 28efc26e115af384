import { BlockList, isIPv6 } from 'node:net'

/** Tells whether an address is that of a proxy that TRUST_PROXY names. */
export function proxyTest(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of proxies.flatMap((each) => (each === 'loopback' ? ['127.0.0.0/8', '::1'] : [each]))) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
