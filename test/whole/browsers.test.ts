import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { NEWER_NAMES } from '../../harness/browser/newer-names.ts'
import { root, sources } from '../help/imports.ts'

/** A pattern for uses of the name: `x.toReversed(` on any x, `URL.canParse(`, `new OffscreenCanvas(`, `scheduler.`. */
function useOf(name: string) {
  const [owner, member] = name.split('.prototype.')
  return member ? new RegExp(`\\.${member}\\(`) : new RegExp(`(?<![\\w.])${owner?.replace('.', '\\.')}[(.]`)
}

// Vite translates newer syntax, and the compiler's `lib` setting of 2022 covers the language's own library.
test('browser code uses nothing that Chrome 109, Safari 15.4 or Firefox 115 lacks', () => {
  const uses = NEWER_NAMES.map((name) => ({ name, use: useOf(name) }))
  const found = sources('dashboard', 'contract', 'server/http/pages/browser').flatMap(({ path, text }) =>
    uses.filter(({ use }) => use.test(text)).map(({ name }) => `${path}: ${name}`),
  )
  assert.deepEqual(found, [])
})

/** The selector lists of a style sheet's rules. */
const selectorLists = (sheet: string): string[][] =>
  [...sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/[^{};]+(?=\{)/g)].map(([list]) =>
    withoutInnerCommas(list)
      .split(',')
      .map((selector) => selector.trim()),
  )

function withoutInnerCommas(list: string): string {
  const flatter = list.replaceAll(/\(([^()]*)\)/g, (_, inside) => `[${inside.replaceAll(',', ' ')}]`)
  return flatter === list ? list : withoutInnerCommas(flatter)
}

// A browser that does not know one selector of a list ignores the whole rule.
test('no style sheet puts a selector with :has() beside one without', () => {
  const sheets = globSync(['dashboard/**/*.css', 'server/http/pages/style/*.css'], { cwd: root })
  const mixed = sheets.flatMap((path) =>
    selectorLists(readFileSync(resolve(root, path), 'utf8')).filter((list) => {
      const having = list.filter((selector) => selector.includes(':has'))
      return having.length > 0 && having.length < list.length
    }),
  )
  assert.ok(sheets.length > 10)
  assert.deepEqual(mixed, [])
})

// Mantine's `appearance: none` hides Chromium's button but not WebKit's, and the tests run in Chromium.
test('the dashboard hides WebKit’s own button that clears a search', () => {
  const sheet = readFileSync(resolve(root, 'dashboard/styles.css'), 'utf8')
  assert.match(sheet, /::-webkit-search-cancel-button \{\s*display: none;/)
})

// WebKit ignores `position: relative` on table rows: without a transform the last row's link would cover the page.
test('table rows contain the links that cover them, in WebKit too', () => {
  const sheet = readFileSync(resolve(root, 'dashboard/parts/lists/data-table.module.css'), 'utf8')
  assert.match(sheet, /\n\.row \{[^}]*transform: /)
})
