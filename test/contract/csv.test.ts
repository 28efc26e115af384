import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CsvReader, csvLine } from '../../contract/csv.ts'

function read(text: string, pieceLength = text.length) {
  const reader = new CsvReader()
  const rows: string[][] = []
  for (let at = 0; at < text.length; at += pieceLength)
    rows.push(...reader.push(text.slice(at, at + pieceLength)))
  return [...rows, ...reader.end()]
}

test('no cell can become a formula', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    assert.equal(csvLine([`${start}1+1`]), `"'${start}1+1"\r\n`)
    assert.equal(csvLine([`''${start}1`]), `"'''${start}1"\r\n`)
  }
  assert.equal(csvLine(['plain', "'quoted", 'a"b', 'x;=1']), '"plain","\'quoted","a""b","x;=1"\r\n')
})

test('written CSV is read back unchanged, in chunks of any size', () => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'=+-@\'",\r\n\t;a') }))
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), (kept, piece) => {
      assert.deepEqual(read(kept.map(csvLine).join(''), piece), kept)
    }),
  )
})

test('files of other programs are read: bare cells, line ends of any system, a byte order mark', () => {
  assert.deepEqual(read('\ufeffa,b\r\n1,"2 ""x"""\n\n3,\r4,5'), [
    ['a', 'b'],
    ['1', '2 "x"'],
    [''],
    ['3', ''],
    ['4', '5'],
  ])
  assert.deepEqual(read('a,b\n"x\ny",z\n'), [
    ['a', 'b'],
    ['x\ny', 'z'],
  ])
})

test('a byte order mark counts only at the start, and a quote within a bare cell is plain text', () => {
  assert.deepEqual(read('a\ufeff,b', 1), [['a\ufeff', 'b']])
  assert.deepEqual(read('6" nail,3'), [['6" nail', '3']])
  assert.deepEqual(read('a,'), [['a', '']])
})
