import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boundaryOf, parseMultipart } from '../../server/http/pages/form/parse-multipart.ts'

const part = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const MOST_TEXT = 1000
const parse = (text: string) => parseMultipart(Buffer.from(text), 'b', MOST_TEXT)

describe('a multipart form', () => {
  test('is read as the browser sent it: fields as text, files as bytes', async () => {
    const sent = new FormData()
    sent.append('name', 'Asha\r\nRao ₹')
    sent.append('name', 'second')
    sent.append('answer-0', new Blob([new Uint8Array([13, 10, 45, 45, 0, 255])]), 'a "b".png')
    sent.append('answer-0', new Blob(['second']), 'c.png')
    const request = new Request('http://x', { method: 'POST', body: sent })
    const bytes = Buffer.from(await request.arrayBuffer())
    const boundary = boundaryOf(request.headers.get('content-type') ?? '')!
    const form = (await parseMultipart(bytes, boundary, MOST_TEXT))!
    assert.deepEqual([...form.fields], [['name', 'Asha\nRao ₹']])
    assert.deepEqual([...form.files.get('answer-0')!], [13, 10, 45, 45, 0, 255])
  })

  test('is refused where it is cut off or malformed', async () => {
    const whole = `${part('name="a"', '1')}--b--`
    assert.ok(await parse(whole))
    assert.ok(await parse(`${whole}\r\n`))
    for (let end = 0; end < whole.length; end++)
      assert.equal(await parse(whole.slice(0, end)), undefined, `${end}`)
    assert.equal(await parse(`x${whole}`), undefined)
    assert.equal(await parse('--b\r\nno head--b--'), undefined)
    assert.equal(await parse(`--b\r\n${'x'.repeat(9000)}\r\n\r\n1\r\n--b--`), undefined)
    assert.ok(await parse(`${part('name="a"', '1').repeat(100)}--b--`))
    assert.equal(await parse(`${part('name="a"', '1').repeat(101)}--b--`), undefined)
  })

  test('has a file for each part with a filename, an empty one if none was chosen', async () => {
    const form = await parse(
      `${part('name="e"; filename=""\r\nContent-Type: application/octet-stream', '')}--b--`,
    )
    assert.equal(form?.files.get('e')?.length, 0)
    assert.equal(form?.fields.size, 0)
    const named = await parse(`${part(`name="e"; filename*=UTF-8''%E2%82%B9.png`, '1')}--b--`)
    assert.equal(named?.files.size, 1)
  })

  test('may have no more text than any form, whatever the limit for files', async () => {
    const half = part('name="a"', 'x'.repeat(MOST_TEXT / 2))
    const file = part('name="e"; filename="e"', 'x'.repeat(2 * MOST_TEXT))
    assert.ok(await parse(`${half}${half}${file}--b--`))
    const tooLarge = { code: 'body_too_large' }
    await assert.rejects(parse(`${half}${half}${part('name="a"', '1')}--b--`), tooLarge)
    await assert.rejects(parse(`${part('name="b"', 'x'.repeat(MOST_TEXT + 1))}--b--`), tooLarge)
  })

  test('does not block the event loop while a large one is parsed', async () => {
    let turns = 0
    const count = () => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    const form = await parse(`${part('name="e"; filename="e"', '\r\n--'.repeat(5_000_000))}--b--`)
    clearImmediate(counting)
    assert.equal(form?.files.get('e')?.length, 20_000_000)
    assert.ok(turns >= 10, `${turns} turns`)
  })

  test('is parsed with its boundary at any offset in the pieces read', async () => {
    for (let more = -8; more < 8; more++) {
      const bytes = 1024 * 1024 - 60 + more
      const form = await parse(`${part('name="e"; filename="e"', '-'.repeat(bytes))}--b--`)
      assert.equal(form?.files.get('e')?.length, bytes)
    }
  })

  test('drops fields with invalid names', async () => {
    const form = await parse(
      `${part('name="__proto__ x"', '1')}${part('name=""', '1')}${part('name="ok"', '2')}--b--`,
    )
    assert.deepEqual([...form!.fields], [['ok', '2']])
  })

  test('is accepted only with a valid boundary', () => {
    assert.equal(boundaryOf('multipart/form-data; boundary=----x1'), '----x1')
    assert.equal(boundaryOf('multipart/form-data; boundary="a b"; charset=utf-8'), 'a b')
    assert.equal(boundaryOf('multipart/form-data'), undefined)
    assert.equal(boundaryOf(`multipart/form-data; boundary="${'x'.repeat(71)}"`), undefined)
  })
})
