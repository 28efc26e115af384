import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceName } from '../../dashboard/pages/account/device-name.ts'

const android = (browser: string) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${browser}`
const iPhone = (browser: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser}`
const laptop = (system: string, browser: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser}`

test('a browser is called by its own name, even if its user agent names others', () => {
  const names = {
    [android('Chrome/124.0.0.0 Mobile Safari/537.36')]: 'Chrome on Android',
    [android('Chrome/124.0.0.0 Mobile Safari/537.36 EdgA/124.0.2478.64')]: 'Edge on Android',
    [android('Chrome/124.0.0.0 Mobile Safari/537.36 OPR/82.0.0.0')]: 'Opera on Android',
    [android('SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36')]: 'Samsung Internet on Android',
    [iPhone('Version/17.5 Mobile/15E148 Safari/604.1')]: 'Safari on iOS',
    [iPhone('CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1')]: 'Chrome on iOS',
    [iPhone('FxiOS/125.2 Mobile/15E148 Safari/605.1.15')]: 'Firefox on iOS',
    [iPhone('Version/17.0 EdgiOS/124.0.2478.71 Mobile/15E148 Safari/604.1')]: 'Edge on iOS',
    [iPhone('Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.7.0')]: 'Opera on iOS',
    [laptop('Windows NT 10.0; Win64; x64', 'Chrome/140.0.0.0 Safari/537.36')]: 'Chrome on Windows',
    [laptop('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.0 Safari/605.1')]: 'Safari on macOS',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Linux',
    'curl/8.7.1': 'curl/8.7.1',
    ['x'.repeat(61)]: 'x'.repeat(60),
  }
  assert.deepEqual(Object.keys(names).map(deviceName), Object.values(names))
})
