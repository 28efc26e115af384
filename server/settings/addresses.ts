import { isLoopback } from '../rules/network/network.ts'
import { parseNetworks } from '../rules/network/public-address.ts'
import type { Wrong } from './setting.ts'

export function publicUrlOf(text: string, wrong: Wrong): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && url.pathname !== '/') {
    wrong(
      `PUBLIC_URL is "${text}". Leave out the path: Haat answers at the root of a name, such as https://shop.example.com.`,
    )
  } else if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    wrong(`PUBLIC_URL is "${text}". Use the address that customers see, such as https://shop.example.com.`)
  } else if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    wrong(`PUBLIC_URL is "${text}". Use https: plain http is for this machine alone.`)
  }
  return url?.origin ?? text
}

export function urlOf(
  name: string,
  text: string | undefined,
  schemes: string[],
  wrong: Wrong,
): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol)) {
    wrong(
      `${name} is not an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}.`,
    )
  }
  return text
}

export function proxiesOf(text: string | undefined, wrong: Wrong): string[] {
  const proxies = networksOf('TRUST_PROXY', text, wrong)
  const all = proxies.filter((part) => /\/0+$/.test(part))
  if (all.length > 0)
    wrong(
      `TRUST_PROXY holds "${all.join(', ')}", which is everybody: each could claim any address. Name the proxies alone.`,
    )
  return proxies
}

export function networksOf(name: string, text: string | undefined, wrong: Wrong): string[] {
  const networks = (text ?? '').split(',').map((part) => part.trim())
  const bad = networks.filter((part) => part && !parseNetworks(part))
  if (bad.length > 0) {
    wrong(
      `${name} holds "${bad.join(', ')}". Use addresses or CIDR ranges separated by commas, such as 10.0.0.0/8.`,
    )
  }
  return networks.filter(Boolean)
}
