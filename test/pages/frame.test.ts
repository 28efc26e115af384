import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DARK, DARK_TONES, LIGHT, LIGHT_TONES, type Palette } from '#contract/design.ts'
import { startTestApp, type TestApp } from '../../harness/app/app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app[Symbol.asyncDispose]())

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the frame of every page', () => {
  test('lets no inline script or style run and loads only pictures from other hosts', async () => {
    const response = await fetch(`${app.url}/`, { headers: BROWSER })
    const text = await response.text()
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.doesNotMatch(text, /<style|style="|<script>|onclick/)
    assert.equal(response.headers.get('x-frame-options'), 'DENY')
  })

  test('names its stylesheet and script by content hash, cached as immutable', async () => {
    const text = await (await fetch(`${app.url}/`)).text()
    const paths = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
    assert.equal(paths.length, 2)
    for (const path of paths) {
      const asset = await fetch(app.url + path)
      assert.equal(asset.status, 200)
      assert.match(asset.headers.get('cache-control') ?? '', /immutable/)
    }
  })

  test('is compressed for clients that accept it, and not for those that give it q=0', async () => {
    const [script] = /\/assets\/pages-\w+\.js/.exec(await (await fetch(`${app.url}/`)).text())!
    const encodingOf = async (path: string, accepted: string) =>
      (await fetch(app.url + path, { headers: { 'accept-encoding': accepted } })).headers.get(
        'content-encoding',
      )
    for (const [path, name] of [
      ['/', 'gzip'],
      [script, 'br'],
    ] as const) {
      for (const taken of [name, `deflate, ${name};q=0.5`, name.toUpperCase()])
        assert.equal(await encodingOf(path, taken), name)
      for (const refused of [`${name};q=0`, `identity, ${name}; q=0.0`, `x${name}`, 'deflate'])
        assert.equal(await encodingOf(path, refused), null)
    }
  })

  test('answers asset names of another version with its own files, uncached', async () => {
    for (const [name, type] of [
      ['pages-000000000000.css', 'text/css'],
      ['pages-000000000000.js', 'text/javascript'],
      ['fit-picture-000000000000.js', 'text/javascript'],
      ['razorpay-000000000000.js', 'text/javascript'],
    ] as const) {
      const asset = await fetch(`${app.url}/assets/${name}`)
      const { status, headers } = asset
      assert.deepEqual([name, status, headers.get('cache-control')], [name, 200, 'no-store'])
      assert.match(headers.get('content-type') ?? '', new RegExp(`^${type};`))
      assert.ok((await asset.text()).length > 0)
    }
    for (const name of ['pages.js', 'pages-0.js', 'pages-00000000000x.js', 'other-000000000000.js'])
      assert.equal((await fetch(`${app.url}/assets/${name}`)).status, 404, name)
  })

  test('answers 404 as a page to browsers, and as JSON to the API', async () => {
    const page = await fetch(`${app.url}/nowhere`, { headers: BROWSER })
    assert.equal(page.status, 404)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(await page.text(), /This page is not here/)
    for (const [path, headers] of [
      ['/nowhere', {}],
      ['/api/nowhere', BROWSER],
    ] as const) {
      const json = await fetch(app.url + path, { headers })
      assert.equal(json.status, 404)
      assert.deepEqual(await json.json(), { error: 'Not found' })
    }
  })
})

describe('the colours', () => {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (a: string, b: string) => {
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
    return (light + 0.05) / (dark + 0.05)
  }
  const pairsOf = (palette: Palette, tones: typeof LIGHT_TONES) => {
    const { page, surface, accentTint, ink, quiet, accent, accentPressed, onAccent } = palette
    const grounds = [page, surface, accentTint]
    return [
      ...[ink, quiet, accent].flatMap((text) => grounds.map((ground) => [text, ground] as const)),
      [onAccent, accent] as const,
      [onAccent, accentPressed] as const,
      ...Object.values(tones).flatMap(({ ink: text, tint }) =>
        [tint, page, surface].map((ground) => [text, ground] as const),
      ),
    ]
  }
  for (const [name, pairs] of [
    ['light', pairsOf(LIGHT, LIGHT_TONES)],
    ['dark', pairsOf(DARK, DARK_TONES)],
  ] as const) {
    test(`every ${name} pair of text and ground has a contrast of at least 4.5`, () => {
      for (const [text, ground] of pairs) {
        assert.ok(contrast(text, ground) >= 4.5, `${text} on ${ground}: ${contrast(text, ground).toFixed(2)}`)
      }
    })
  }
})
